import type { FormatWarning } from '@odori/format';
import { codeMeanings } from './code-meanings.js';
import { element } from './element.js';
import { amountText, countText } from './number-text.js';
import { placeText } from './place-text.js';
import { visibleText } from './visible-text.js';

/** What a parser survived; nothing if there is nothing to tell. */
export function warningList(warnings: readonly FormatWarning[]): readonly HTMLElement[] {
  if (warnings.length === 0) return [];
  const count = element('span', { class: 'count' }, countText(warnings.length));
  const items = warnings.map(warningItem);
  const heading = element('h4', {}, 'Warnings ', count);
  return [element('section', { class: 'block warnings' }, heading, element('ul', {}, ...items))];
}

function warningItem(warning: FormatWarning): HTMLElement {
  const { code, count, message } = warning;
  const first = count === 1 ? '' : `${amountText(count, 'time')}, first `;
  return element(
    'li',
    {},
    element('p', {}, codeMeanings[code]),
    element('p', { class: 'quiet' }, element('span', { class: 'message' }, visibleText(message))),
    element('p', { class: 'quiet' }, element('code', {}, code), ` ${first}at ${placeText(warning)}`),
  );
}
