import { bindMotion, createRigDefinition, noticeableMissing, Rig } from '@odori/runtime/rig';
import { nameInBoth } from '../documents/descriptions.js';
import { clockText } from '../text/clock-text.js';
import { countOf } from '../text/count-of.js';
import {
  listNames,
  type Show,
  type ShownAccessory,
  type ShownMember,
  type ShownModel,
  type ShownMotion,
  type ShownProject,
} from './arrange-show.js';

/** A line of {@link describeShow}: what a file is for, and the file. */
export interface ShowLine {
  readonly label: string;
  readonly text: string;
}

/**
 * What a page shows: the model by its Japanese and English name, motions with their lengths, camera, pose and
 * song.
 *
 * @example
 * describeShow(show)[1]; // → { label: 'motion', text: 'dance.vmd, 1:04, 81 bones, 17 morphs' }
 */
export function describeShow(show: Show): ShowLine[] {
  const { project, members, accessories, camera, song } = show;
  return [
    ...(project ? projectLines(project) : []),
    ...(members.length > 0 ? members.flatMap(memberLines) : modelLines(show)),
    ...accessories.map(({ file }) => ({ label: 'stage', text: file.label })),
    ...(camera
      ? [{ label: 'camera', text: `${camera.file.label}, ${clockText(camera.motion.duration)}` }]
      : []),
    ...(song ? [{ label: 'song', text: song.label }] : []),
  ];
}

function projectLines({ file, pmm }: ShownProject): ShowLine[] {
  const things = pmm.accessories.length;
  const counts = [
    countOf(pmm.models.length, 'model'),
    `${things} ${things === 1 ? 'accessory' : 'accessories'}`,
  ];
  return [{ label: 'project', text: [file.label, ...counts].join(', ') }];
}

function modelLines({ model, motions, face, pose }: Show): ShowLine[] {
  const withFace = face ? ` with ${face.file.label}` : '';
  return [
    ...(model ? [{ label: 'model', text: `${modelName(model)}, ${model.file.label}` }] : []),
    ...motions.map((each) => motionLine(each, withFace)),
    ...(pose ? [{ label: 'pose', text: motionText(pose, '') }] : []),
  ];
}

function memberLines({ model, motions, place }: ShownMember): ShowLine[] {
  const label = place ? 'dancer' : 'stage';
  return [
    { label, text: `${modelName(model)}, ${model.file.label}` },
    ...motions.map((each) => motionLine(each, '')),
  ];
}

function motionLine(motion: ShownMotion, withFace: string): ShowLine {
  const label = motion.motion.duration === 0 ? 'pose' : 'motion';
  return { label, text: motionText(motion, withFace) };
}

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
export function showProblems(show: Show): string[] {
  const { model, members, accessories, motions, face, pose, notes } = show;
  const alone = { model, motions: [...motions, ...(face ? [face] : []), ...(pose ? [pose] : [])] };
  const shown = members.length > 0 ? members : [alone];
  return [
    ...shown.flatMap((member) => (member.model ? modelProblems(member.model, member.motions) : [])),
    ...accessories.flatMap(missingTextures),
    ...notes,
  ];
}

function modelProblems(model: ShownModel, played: readonly ShownMotion[]): string[] {
  const rig = new Rig(createRigDefinition(model.pmx));
  return [...missingTextures(model), ...played.flatMap((each) => missingParts(each, rig))];
}

function missingTextures({ file, missing }: ShownAccessory): string[] {
  if (missing.length === 0) return [];
  return [`${file.label}: ${countOf(missing.length, 'texture')} missing: ${listNames(missing)}`];
}

function motionText({ file, motion }: ShownMotion, withFace: string): string {
  const parts = [
    ...(motion.bones.size > 0 ? [countOf(motion.bones.size, 'bone')] : []),
    ...(motion.morphs.size > 0 ? [countOf(motion.morphs.size, 'morph')] : []),
  ];
  const length = motion.duration === 0 ? [] : [clockText(motion.duration)];
  return [file.label + withFace, ...length, ...parts].join(', ');
}

/**
 * What a motion moves visibly and the model does not have. Hair and ties, which differ in all models, do not
 * count.
 */
function missingParts({ file, motion }: ShownMotion, rig: Rig): string[] {
  const { missing } = bindMotion(motion, rig);
  if (motion.bones.size > 0 && missing.bones.length === motion.bones.size)
    return [`${file.label}: the motion moves none of the bones of this model`];
  const { bones, morphs } = noticeableMissing(motion, missing);
  const parts = [
    ...(bones.length > 0 ? [`${countOf(bones.length, 'bone')} (${listNames(bones)})`] : []),
    ...(morphs.length > 0 ? [`${countOf(morphs.length, 'morph')} (${listNames(morphs)})`] : []),
  ];
  return parts.length === 0
    ? []
    : [`${file.label}: the model does not have ${parts.join(' and ')} of this motion`];
}
