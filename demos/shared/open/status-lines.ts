import { joined, language, said, say, sayAround, type TextPart } from '../language/texts.js';
import type { ModelNote } from '@odori/model';
import { element } from '../dom.js';
import { fileText, nameText, visibleText } from '../file-text.js';
import { amountText } from '../number-text.js';
import { warningDetails } from './warning-lines.js';
import { fileName } from '../problem-text.js';
import type { OpenedModel, OpenedFiles } from './opened-files.js';
import type { Files } from './sort-files.js';
import { modelLabel } from './model-label.js';

const MAX_FILES = 5;

/** The result of opening files as lines of text. */
export function statusLines(opened: OpenedFiles): HTMLElement[] {
  const { model, dances, poses, cameras, problems } = opened;
  const details = [...dances, ...poses, ...cameras].flatMap(({ name, warnings }) =>
    warningDetails(name, warnings),
  );
  const [showing, playing] = resultLines(opened);
  return [...problemLines(problems), ...showing, ...(model ? modelLines(model) : []), ...playing, ...details];
}

/** The first of some problems, and the number of the others. */
export function problemLines(problems: readonly HTMLElement[]): HTMLElement[] {
  const rest = problems.length - MAX_FILES;
  if (rest <= 0) return [...problems];
  return [
    ...problems.slice(0, MAX_FILES),
    element('span', {}, say('and {problems}.', { problems: amountText(rest, 'more problem') })),
  ];
}

/** Which model is shown now, and what plays now. */
export function resultLines({
  model,
  avatar,
  stages,
  names,
}: OpenedFiles): [model: HTMLElement[], names: HTMLElement[]] {
  const shown: (Node | TextPart)[] = [
    ...(model ? [modelLabel(model.model)] : avatar ? [nameText(avatar.name)] : []),
    ...(stages.length > 0
      ? [
          someNames(
            stages.map(({ name }) => name),
            MAX_FILES,
          ),
        ]
      : []),
  ].flatMap((each, i) => (i === 0 ? [each] : [say(' with '), each]));
  return [
    shown.length > 0 ? [sayAround(element('span'), 'Now showing {names}.', { names: shown })] : [],
    names.length > 0
      ? [element('span', {}, say('Now playing {names}.', { names: someNames(names, MAX_FILES) }))]
      : [],
  ];
}

/** The first of some names of files, and the number of the others. */
export function someNames(names: readonly string[], most: number): TextPart {
  const shown = names.slice(0, most).map((name) => nameText(name));
  const rest = names.length - shown.length;
  const joinedNames = (): string => shown.map((name) => name()).join(', ');
  return rest > 0
    ? say('{names} and {files}', { names: joinedNames, files: amountText(rest, 'more file') })
    : joinedNames;
}

const MAX_NOTES = 5;

/** The missing textures of a model, and its warnings. */
export function modelLines({ model, path, files }: OpenedModel): HTMLElement[] {
  const { notes, warnings } = model.report;
  return [
    ...noteLines(notes, hasImages(files) ? '' : say(ADVICE)),
    ...warningDetails(fileName(path), warnings),
  ];
}

/** Whether some files may be textures. */
export function hasImages(files: Files): boolean {
  return [...files.keys()].some((each) => IMAGE.test(each));
}

const IMAGE = /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sph|spa)$/i;
/** For a user who opened a model without its textures. */
const ADVICE = 'Drop the whole folder of the model, or its zip.';

function noteLines(notes: readonly ModelNote[], advice: string): HTMLElement[] {
  const physics = physicsLines(notes);
  const textures = notes.filter(({ code }) => code !== 'missing-physics');
  if (textures.length === 0) return physics;
  const items = textures
    .slice(0, MAX_NOTES)
    .map((note) => element('li', {}, fileText(note.path), ': ', noteText(note)));
  if (textures.length > MAX_NOTES)
    items.push(element('li', {}, say('and {count} more', { count: textures.length - MAX_NOTES })));
  const text = say('{textures} could not be loaded.', { textures: amountText(textures.length, 'texture') });
  return [...physics, element('span', {}, joined([text, advice])), element('ul', {}, ...items)];
}

/** Why a texture is missing; in English, in the words of the package. */
function noteText({ code, reason }: ModelNote): string {
  const text = code === 'missing-file' ? 'The file is missing.' : 'The file cannot be read.';
  return said(() => (language === 'en' ? visibleText(reason) : say(text)));
}

/** Says that a model has no physics, because it could not be loaded. */
export function physicsLines(notes: readonly ModelNote[]): HTMLElement[] {
  return notes
    .filter(({ code }) => code === 'missing-physics')
    .map(({ reason }) =>
      element('span', {}, say('The physics could not be loaded: {reason}', { reason: visibleText(reason) })),
    );
}
