import type { ForeignFormat, FormatWarning, MmdFormatError } from '@odori/format';
import { element } from '../../shared/dom.js';
import { visibleText } from '../../shared/file-text.js';
import { amountText, countText } from '../../shared/number-text.js';
import { say, sayAround } from '../../shared/language/texts.js';
import { adviceFor } from '../../shared/open/unused-files.js';
import { codeMeanings, placeText, sectionText } from '../../shared/problem-text.js';
import { factList } from './tables.js';

/** The content for a file that is none of MMD's. */
export function foreignContent(format: ForeignFormat | undefined): readonly HTMLElement[] {
  const what = format
    ? say('This is {what}.', { what: say(format.description) })
    : say('The format of this file is unknown.');
  return [element('p', { class: 'lead' }, `${what} ${adviceFor(format)}`)];
}

/** The content for a file that a parser rejected: all details of the error. */
export function refusedContent(error: MmdFormatError): readonly HTMLElement[] {
  return [
    element('p', { class: 'lead' }, say(codeMeanings[error.code])),
    element('p', { class: 'message', lang: 'en' }, visibleText(error.message)),
    factList([
      { term: 'Code', value: element('code', {}, error.code) },
      { term: 'Section', value: sectionText(error.section) },
      { term: 'Position', value: placeText(error) },
    ]),
  ];
}

/** The content for a file that the browser could not read, such as a deleted file. */
export function unreadableContent(reason: string): readonly HTMLElement[] {
  return [
    element('p', { class: 'lead' }, say('The browser could not read this file. Was it moved or deleted?')),
    element('p', { class: 'message' }, visibleText(reason)),
  ];
}

/** The list of warnings of a parser; empty if there are none. */
export function warningList(warnings: readonly FormatWarning[]): readonly HTMLElement[] {
  if (warnings.length === 0) return [];
  const count = element('span', { class: 'count' }, countText(warnings.length));
  const items = warnings.map(warningItem);
  const heading = element('h4', {}, say('Warnings'), ' ', count);
  return [element('section', { class: 'block warnings' }, heading, element('ul', {}, ...items))];
}

function warningItem(warning: FormatWarning): HTMLElement {
  const { code, count, message } = warning;
  const where = {
    code: [element('code', {}, code)],
    times: [amountText(count, 'time')],
    place: [placeText(warning)],
  };
  return element(
    'li',
    {},
    element('p', {}, say(codeMeanings[code])),
    element('p', { class: 'quiet' }, element('span', { class: 'message', lang: 'en' }, visibleText(message))),
    sayAround(
      element('p', { class: 'quiet' }),
      count === 1 ? '{code} at {place}' : '{code} {times}, first at {place}',
      where,
    ),
  );
}
