import type { FormatWarning } from '@odori/format';
import type { ModelNote } from '@odori/model';
import { codeMeanings } from '../../../home/src/code-meanings.js';
import { element } from '../../../home/src/element.js';
import { fileText } from '../../../home/src/name-label.js';
import { amountText } from '../../../home/src/number-text.js';
import { visibleText } from '../../../home/src/visible-text.js';
import type { FoundModel } from '../intake/intake.js';
import { modelLabel } from './model-label.js';

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
