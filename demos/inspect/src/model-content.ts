import { element } from '../../shared/dom.js';
import { englishName, nameWithMeaning } from '../../shared/english-name.js';
import { nameLabel, visibleText } from '../../shared/file-text.js';
import { enumerated, say } from '../../shared/language/texts.js';
import { amountText, countText } from '../../shared/number-text.js';
import { warningList } from './problem-content.js';
import type { ModelBone, ModelMorph, ModelSummary } from './summarize-model.js';
import { dataTable, factList } from './tables.js';

/** The contents of a model as elements. */
export function modelContent(summary: ModelSummary): readonly HTMLElement[] {
  const { name, nameEn, counts, bones, morphs, warnings } = summary;
  const facts = factList([
    { term: 'Model', value: nameLabel(name, glossOf(name, nameEn)) },
    { term: 'Vertices', value: countText(counts.vertices), detail: amountText(counts.triangles, 'triangle') },
    { term: 'Materials', value: countText(counts.materials), detail: amountText(counts.textures, 'texture') },
    { term: 'Bones', value: countText(bones.length) },
    { term: 'Morphs', value: countText(morphs.length) },
    {
      term: 'Rigid bodies',
      value: countText(counts.rigidBodies),
      detail: amountText(counts.joints, 'joint'),
    },
  ]);
  const tables: HTMLElement[] = [];
  if (bones.length > 0) tables.push(boneTable(bones));
  if (morphs.length > 0) tables.push(morphTable(morphs));
  return [facts, element('div', { class: 'blocks' }, ...warningList(warnings), ...tables)];
}

function boneTable(bones: readonly ModelBone[]): HTMLElement {
  return dataTable<ModelBone>({
    title: 'Bones',
    rows: bones,
    columns: [
      { head: 'Name', kind: 'name', cell: (bone) => labelOf('bone', bone) },
      { head: 'Features', kind: 'name', cell: ({ traits }) => traitText(traits) },
    ],
    searchText: ({ name, nameEn, traits }) => [name, nameEn, englishName('bone', name), ...traits].join(' '),
  });
}

/** What morphs change. */
const MORPHS: Readonly<Record<ModelMorph['type'], string>> = {
  group: 'group',
  flip: 'flip',
  vertex: 'vertex',
  bone: 'bone',
  uv: 'UV',
  material: 'material',
  impulse: 'impulse',
};

function morphTable(morphs: readonly ModelMorph[]): HTMLElement {
  return dataTable<ModelMorph>({
    title: 'Morphs',
    rows: morphs,
    columns: [
      { head: 'Name', kind: 'name', cell: (morph) => labelOf('morph', morph) },
      { head: 'Type', kind: 'name', cell: ({ type }) => say(MORPHS[type]) },
    ],
    searchText: ({ name, nameEn, type }) =>
      [name, nameEn, englishName('morph', name), say(MORPHS[type])].join(' '),
  });
}

/** A name with its English name from the file, or else with the usual one. */
function labelOf(kind: 'bone' | 'morph', { name, nameEn }: { name: string; nameEn: string }): HTMLElement {
  const gloss = glossOf(name, nameEn);
  return gloss === undefined ? nameWithMeaning(kind, name) : nameLabel(name, gloss);
}

function glossOf(name: string, nameEn: string): string | undefined {
  return nameEn.trim() === '' || nameEn === name ? undefined : visibleText(nameEn);
}

function traitText(traits: readonly string[]): HTMLElement | string {
  return traits.length > 0 ? element('span', { class: 'file-text' }, enumerated(traits)) : '–';
}
