import { bindMotion, createRigDefinition, noticeableMissing, Rig } from '@odori/runtime/rig';
import { listSome, nameInBoth } from '../documents/descriptions.js';
import { clockText } from '../text/clock-text.js';
import type {
  Show,
  ShownAccessory,
  ShownMember,
  ShownModel,
  ShownMotion,
  ShownProject,
} from './arrange-show.js';
import { about, type Message, say } from '../language/message.js';
import type { Shell } from '../shell.js';
import { textWidth } from '../text/terminal-text.js';

/** A line of {@link describeShow}: what a file is for, and the file. */
export interface ShowLine {
  readonly label: Message;
  readonly text: Message;
}

/**
 * What a page shows: the model by its Japanese and English name, motions with their lengths, camera, pose and
 * song.
 *
 * @example
 * describeShow(show)[1]; // in English: 'motion', 'dance.vmd, 1:04, 81 bones, 17 morphs'
 */
export function describeShow(show: Show): ShowLine[] {
  const { project, members, accessories, camera, song } = show;
  return [
    ...(project ? projectLines(project) : []),
    ...(members.length > 0 ? members.flatMap(memberLines) : modelLines(show)),
    ...accessories.map(({ file }) => ({ label: say('label-stage'), text: file.label })),
    ...(camera
      ? [{ label: say('label-camera'), text: joined(camera.file.label, clockText(camera.motion.duration)) }]
      : []),
    ...(song ? [{ label: say('label-song'), text: song.label }] : []),
  ];
}

function projectLines({ file, pmm }: ShownProject): ShowLine[] {
  const models = say('models', { count: pmm.models.length });
  const accessories = say('accessories', { count: pmm.accessories.length });
  return [{ label: say('label-project'), text: joined(file.label, models, accessories) }];
}

function modelLines({ model, motions, face, pose }: Show): ShowLine[] {
  return [
    ...(model ? [{ label: say('label-model'), text: joined(modelName(model), model.file.label) }] : []),
    ...motions.map((each) => motionLine(each, face)),
    ...(pose ? [{ label: say('label-pose'), text: motionText(pose) }] : []),
  ];
}

function memberLines({ model, motions, place }: ShownMember): ShowLine[] {
  const label = say(place ? 'label-dancer' : 'label-stage');
  return [
    { label, text: joined(modelName(model), model.file.label) },
    ...motions.map((each) => motionLine(each)),
  ];
}

function motionLine(motion: ShownMotion, face?: ShownMotion): ShowLine {
  const label = say(motion.motion.duration === 0 ? 'label-pose' : 'label-motion');
  return { label, text: motionText(motion, face) };
}

/** @example joined('a.vmd', '1:04'); // in English: 'a.vmd, 1:04' */
function joined(...parts: readonly Message[]): Message {
  return say('names', { names: parts });
}

/** Writes a line with its label to stderr; the texts of lines stand below each other. */
export function logLabelled(console: Shell, label: Message, text: Message): void {
  const widest = Math.max(...LABELS.map((each) => textWidth(console.text(each))));
  const start = console.text(label);
  const space = ' '.repeat(Math.max(0, widest - textWidth(start)));
  console.log(`${start}${space}  ${console.text(text)}`);
}

/** Those that nearly all pages have. */
const LABELS = [say('label-model'), say('label-motion'), say('label-camera'), say('label-dancer')];

/** @example modelName(model); // → 'オドリ (Odori)' */
export function modelName({ file, pmx }: ShownModel): string {
  return nameInBoth(pmx.name, pmx.nameEn) || file.name;
}

/** The name of what a page shows, for its title. */
export function showName({ project, members, model }: Show): string {
  if (project) return project.file.name;
  const dancers = members.filter(({ place }) => place).map((member) => modelName(member.model));
  return dancers.length > 0 ? dancers.join(' · ') : modelName(model!);
}

/** What is missing in a show, and the problems of its files, one sentence each. O(keys). */
export function showProblems(show: Show): Message[] {
  const { model, members, accessories, motions, face, pose, notes } = show;
  const alone = { model, motions: [...motions, ...(face ? [face] : []), ...(pose ? [pose] : [])] };
  const shown = members.length > 0 ? members : [alone];
  return [
    ...shown.flatMap((member) => (member.model ? modelProblems(member.model, member.motions) : [])),
    ...accessories.flatMap(missingTextures),
    ...notes,
  ];
}

function modelProblems(model: ShownModel, played: readonly ShownMotion[]): Message[] {
  const rig = new Rig(createRigDefinition(model.pmx));
  return [...missingTextures(model), ...played.flatMap((each) => missingParts(each, rig))];
}

function missingTextures({ file, missing }: ShownAccessory): Message[] {
  if (missing.length === 0) return [];
  const names = listSome(missing);
  return [about(file.label, say('textures-missing', { count: missing.length, names }))];
}

function motionText({ file, motion }: ShownMotion, face?: ShownMotion): Message {
  const { duration, bones, morphs } = motion;
  return joined(
    face ? say('with-face', { file: file.label, face: face.file.label }) : file.label,
    ...(duration === 0 ? [] : [clockText(duration)]),
    ...(bones.size > 0 ? [say('bones', { count: bones.size })] : []),
    ...(morphs.size > 0 ? [say('morphs', { count: morphs.size })] : []),
  );
}

/**
 * What a motion moves visibly and the model does not have. Hair and ties, which differ in all models, do not
 * count.
 */
function missingParts({ file, motion }: ShownMotion, rig: Rig): Message[] {
  const { missing } = bindMotion(motion, rig);
  if (motion.bones.size > 0 && missing.bones.length === motion.bones.size)
    return [about(file.label, say('moves-no-bone'))];
  const { bones, morphs } = noticeableMissing(motion, missing);
  const [some, others] = [named('bones', bones), named('morphs', morphs)];
  const parts = some && others ? say('bones-and-morphs', { bones: some, morphs: others }) : (some ?? others);
  return parts === undefined ? [] : [about(file.label, say('parts-missing', { parts }))];
}

function named(kind: 'bones' | 'morphs', names: readonly string[]): Message | undefined {
  if (names.length === 0) return undefined;
  return say('named', { count: say(kind, { count: names.length }), names: listSome(names) });
}
