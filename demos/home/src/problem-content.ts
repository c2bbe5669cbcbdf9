import type { MmdFormatError } from '@odori/format';
import { codeMeanings } from './code-meanings.js';
import { element } from './element.js';
import { factList } from './fact-list.js';
import type { UnsupportedFormat } from './inspect-bytes.js';
import { placeText } from './place-text.js';
import { visibleText } from './visible-text.js';

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
