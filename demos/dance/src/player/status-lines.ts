import type { FormatWarning } from '@odori/format';
import type { ModelNote } from '@odori/model';
import { element } from '../../../shared/dom.js';
import { englishName } from '../../../shared/english-name.js';
import { fileText, nameLabel, visibleText } from '../../../shared/file-text.js';
import { amountText } from '../../../shared/number-text.js';
import { codeMeanings } from '../../../shared/problem-text.js';
import type { OpenedModel, OpenedFiles } from '../files/opened-files.js';
import { modelLabel } from './model-text.js';

const MAX_FILES = 5;
const MAX_BONES = 3;

/** The result of opening files as lines of text. `missing` are bones of the motion that the model does not have. */
export function statusLines(
  { model, names, problems }: OpenedFiles,
  missing: readonly string[],
): HTMLElement[] {
  const lines = problems.slice(0, MAX_FILES).map((problem) => element('p', {}, problem));
  if (problems.length > MAX_FILES)
    lines.push(element('p', {}, `and ${problems.length - MAX_FILES} more problems.`));
  if (!model && names.length === 0) return lines;
  const playing = names.length > 0 ? [element('p', {}, `Now playing ${listText(names)}.`)] : [];
  return [...lines, ...(model ? modelLines(model) : []), ...playing, ...missingLines(missing)];
}

function listText(names: readonly string[]): string {
  const rest = names.length - MAX_FILES;
  const some = names.slice(0, MAX_FILES).map((name) => visibleText(name));
  return some.join(', ') + (rest > 0 ? ` and ${amountText(rest, 'more file')}` : '');
}

/** Lists missing bones, with English names. */
function missingLines(missing: readonly string[]): HTMLElement[] {
  if (missing.length === 0) return [];
  const names = missing
    .slice(0, MAX_BONES)
    .flatMap((name) => [' ', nameLabel(name, englishName('bone', name))]);
  const more = missing.length > MAX_BONES ? ' …' : '';
  const text = `The motion moves ${amountText(missing.length, 'bone')} that this model does not have:`;
  return [element('p', {}, text, ...names, more)];
}

const MAX_NOTES = 5;

/** The name of the model, its missing textures and its warnings. */
function modelLines({ model, files }: OpenedModel): HTMLElement[] {
  const { notes, warnings } = model.report;
  const hasImages = [...files.keys()].some((path) => IMAGE.test(path));
  return [
    element('p', {}, 'Now showing ', modelLabel(model), '.'),
    ...noteLines(notes, hasImages ? '.' : ADVICE),
    ...warningLines(warnings),
  ];
}

const IMAGE = /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sph|spa)$/i;
/** For a user who opened a model without its textures. */
const ADVICE = '. Drop the whole folder of the model, or its zip.';

function noteLines(notes: readonly ModelNote[], ending: string): HTMLElement[] {
  if (notes.length === 0) return [];
  const items = notes
    .slice(0, MAX_NOTES)
    .map(({ path, reason }) => element('li', {}, fileText(path), `: ${visibleText(reason)}`));
  if (notes.length > MAX_NOTES) items.push(element('li', {}, `and ${notes.length - MAX_NOTES} more`));
  const text = `${amountText(notes.length, 'texture')} could not be loaded${ending}`;
  return [element('p', {}, text), element('ul', {}, ...items)];
}

/** The number of warnings, and the meaning of the most frequent one. */
function warningLines(warnings: readonly FormatWarning[]): HTMLElement[] {
  if (warnings.length === 0) return [];
  const times = warnings.reduce((sum, { count }) => sum + count, 0);
  const [{ code }] = warnings.toSorted((a, b) => b.count - a.count);
  const most = warnings.some((warning) => warning.code !== code) ? ' Most frequent: ' : ' ';
  return [
    element('p', {}, `${amountText(times, 'warning')} about the model file.${most}${codeMeanings[code]}`),
  ];
}
