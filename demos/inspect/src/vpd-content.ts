import type { VpdEncoding, VpdMorph } from '@odori/format';
import { element } from '../../shared/dom.js';
import { englishName, nameWithMeaning } from '../../shared/english-name.js';
import { fileText } from '../../shared/file-text.js';
import { say } from '../../shared/language/texts.js';
import { countText, fixedText, valueText } from '../../shared/number-text.js';
import { warningList } from './problem-content.js';
import type { PosedBone, VpdSummary } from './summarize-vpd.js';
import { dataTable, factList } from './tables.js';

const ENCODINGS: Readonly<Record<VpdEncoding, string>> = {
  cp932: 'CP932 (Shift JIS)',
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
};

/** The contents of a pose as elements. */
export function vpdContent(summary: VpdSummary): readonly HTMLElement[] {
  const { modelFile, encoding, bones, posedBones, morphs, warnings } = summary;
  const facts = factList([
    { term: 'Model file', value: fileText(modelFile) },
    {
      term: 'Bones',
      value: countText(bones.length),
      detail: say('{count} differ from rest', { count: posedBones }),
    },
    { term: 'Morphs', value: countText(morphs.length) },
    { term: 'Encoding', value: say(ENCODINGS[encoding]) },
  ]);
  const tables: HTMLElement[] = [];
  if (bones.length > 0) tables.push(poseTable(bones));
  if (morphs.length > 0) tables.push(weightTable(morphs));
  return [facts, element('div', { class: 'blocks' }, ...warningList(warnings), ...tables)];
}

function poseTable(bones: readonly PosedBone[]): HTMLElement {
  return dataTable<PosedBone>({
    title: 'Bones',
    rows: bones,
    columns: [
      { head: 'Name', kind: 'name', cell: ({ name }) => nameWithMeaning('bone', name) },
      { head: 'Rotated by', kind: 'number', cell: ({ degrees }) => degreesText(degrees) },
      { head: 'Moved by x, y, z', kind: 'number', cell: ({ position }) => positionText(position) },
    ],
    searchText: ({ name }) => `${name} ${englishName('bone', name) ?? ''}`,
  });
}

function weightTable(morphs: readonly VpdMorph[]): HTMLElement {
  return dataTable<VpdMorph>({
    title: 'Morphs',
    rows: morphs,
    columns: [
      { head: 'Name', kind: 'name', cell: ({ name }) => nameWithMeaning('morph', name) },
      { head: 'Weight', kind: 'number', cell: ({ weight }) => valueText(weight) },
    ],
    searchText: ({ name }) => `${name} ${englishName('morph', name) ?? ''}`,
  });
}

function degreesText(degrees: number): string {
  return Number.isNaN(degrees) ? say('no rotation') : `${fixedText(degrees, 1)}°`;
}

function positionText(position: PosedBone['position']): string {
  return position.every((value) => value === 0) ? '–' : position.map(valueText).join(', ');
}
