import type { FormatWarning } from '@odori/format';
import type { ModelNote } from '@odori/model';
import { element } from '../../../shared/dom.js';
import { englishName } from '../../../shared/english-name.js';
import { fileText, nameLabel, visibleText } from '../../../shared/file-text.js';
import { amountText } from '../../../shared/number-text.js';
import { codeMeanings } from '../../../shared/problem-text.js';
import type { FoundModel, Intake } from '../files/opened-files.js';
import { modelLabel } from './model-text.js';

const MOST_FILES = 5;
const MOST_BONES = 3;

/** What came of the files, line by line; `missing`: bones that the reader's motion moves in vain. */
export function takenLines({ found, names, problems }: Intake, missing: readonly string[]): HTMLElement[] {
  const told = problems.slice(0, MOST_FILES).map((problem) => element('p', {}, problem));
  if (problems.length > MOST_FILES)
    told.push(element('p', {}, `and ${problems.length - MOST_FILES} more problems.`));
  if (!found && names.length === 0) return told;
  const playing = names.length > 0 ? [element('p', {}, `Now playing ${listText(names)}.`)] : [];
  return [...told, ...(found ? modelLines(found) : []), ...playing, ...missingLines(missing)];
}

function listText(names: readonly string[]): string {
  const rest = names.length - MOST_FILES;
  const some = names.slice(0, MOST_FILES).map((name) => visibleText(name));
  return some.join(', ') + (rest > 0 ? ` and ${amountText(rest, 'more file')}` : '');
}

/** The names in their own language, with English beside. */
function missingLines(missing: readonly string[]): HTMLElement[] {
  if (missing.length === 0) return [];
  const names = missing
    .slice(0, MOST_BONES)
    .flatMap((name) => [' ', nameLabel(name, englishName('bone', name))]);
  const more = missing.length > MOST_BONES ? ' …' : '';
  const text = `The motion moves ${amountText(missing.length, 'bone')} that this dancer lacks:`;
  return [element('p', {}, text, ...names, more)];
}

const MOST_NOTES = 5;

/** Who dances, which of its textures could not be had, and what was odd in its file. */
export function modelLines({ model, files }: FoundModel): HTMLElement[] {
  const { notes, warnings } = model.report;
  const hasImages = [...files.keys()].some((path) => IMAGE.test(path));
  return [
    element('p', {}, 'On stage: ', modelLabel(model), '.'),
    ...noteLines(notes, hasImages ? '.' : ADVICE),
    ...warningLines(warnings),
  ];
}

const IMAGE = /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sph|spa)$/i;
/** For somebody who gave the model alone. */
const ADVICE = ': drop the whole folder of the model, or its zip.';

function noteLines(notes: readonly ModelNote[], ending: string): HTMLElement[] {
  if (notes.length === 0) return [];
  const items = notes
    .slice(0, MOST_NOTES)
    .map(({ path, reason }) => element('li', {}, fileText(path), `: ${visibleText(reason)}`));
  if (notes.length > MOST_NOTES) items.push(element('li', {}, `and ${notes.length - MOST_NOTES} more`));
  const text = `${amountText(notes.length, 'texture')} could not be had${ending}`;
  return [element('p', {}, text), element('ul', {}, ...items)];
}

/** How often, and what the commonest of them means. */
function warningLines(warnings: readonly FormatWarning[]): HTMLElement[] {
  if (warnings.length === 0) return [];
  const times = warnings.reduce((sum, { count }) => sum + count, 0);
  const [{ code }] = warnings.toSorted((a, b) => b.count - a.count);
  const most = warnings.some((warning) => warning.code !== code) ? ' Most of them: ' : ' ';
  return [element('p', {}, `${amountText(times, 'warning')} about its file.${most}${codeMeanings[code]}`)];
}
