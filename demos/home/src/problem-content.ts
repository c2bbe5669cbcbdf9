import type { FormatWarning, MmdFormatError } from '@odori/format';
import { element } from '../../shared/dom.js';
import { visibleText } from '../../shared/file-text.js';
import { amountText, countText } from '../../shared/number-text.js';
import { codeMeanings } from '../../shared/problem-text.js';
import type { UnsupportedFormat } from './inspect-file.js';
import { factList } from './tables.js';

const FORMATS: Readonly<Record<UnsupportedFormat, string>> = {
  pmm: 'This is a whole MikuMikuDance project (PMM).',
  bvmd: 'This is a motion in the format of babylon-mmd (BVMD).',
};

/** A file that is fine and that Odori has no reader for. */
export function unsupportedContent(format: UnsupportedFormat): readonly HTMLElement[] {
  const text = `${FORMATS[format]} Odori does not read that yet: motions (VMD), poses (VPD) and models (PMX, PMD) are what it knows.`;
  return [element('p', { class: 'lead' }, text)];
}

/** A file that a parser refused, and everything that the parser said. */
export function refusedContent(error: MmdFormatError): readonly HTMLElement[] {
  return [
    element('p', { class: 'lead' }, codeMeanings[error.code]),
    element('p', { class: 'message' }, visibleText(error.message)),
    factList([
      { term: 'Code', value: element('code', {}, error.code) },
      { term: 'Section', value: visibleText(error.section) },
      { term: 'Place', value: placeText(error) },
    ]),
  ];
}

/** A file that could not be read at all: a folder, or one that went away. */
export function unreadableContent(reason: string): readonly HTMLElement[] {
  return [
    element('p', { class: 'lead' }, 'This could not be read. If it is a folder, drop the files inside it.'),
    element('p', { class: 'message' }, visibleText(reason)),
  ];
}

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

/** Where in a file something was found. */
export interface FilePlace {
  readonly offset: number;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Line and column in a text file, else the byte. */
export function placeText({ offset, line, column }: FilePlace): string {
  if (line === undefined || column === undefined) return `byte ${countText(offset)}`;
  return `line ${countText(line)}, column ${countText(column)}`;
}
