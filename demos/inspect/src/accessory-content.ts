import type { Vac, X, XMaterial } from '@odori/format/x';
import { element } from '../../shared/dom.js';
import { fileText } from '../../shared/file-text.js';
import { say } from '../../shared/language/texts.js';
import { countText, valueText } from '../../shared/number-text.js';
import { warningList } from './problem-content.js';
import { dataTable, factList } from './tables.js';

const ENCODINGS: Readonly<Record<X['encoding'], string>> = {
  text: 'text',
  binary: 'binary',
  'compressed-text': 'compressed text',
  'compressed-binary': 'compressed binary',
};

/** The contents of an accessory as elements. */
export function accessoryContent(accessory: X | Vac): readonly HTMLElement[] {
  return accessory.format === 'x' ? meshContent(accessory) : placeContent(accessory);
}

function meshContent({ meshes, materials, encoding, warnings }: X): readonly HTMLElement[] {
  const total = (count: (mesh: X['meshes'][number]) => number): string =>
    countText(meshes.reduce((sum, mesh) => sum + count(mesh), 0));
  const facts = factList([
    { term: 'Meshes', value: countText(meshes.length) },
    { term: 'Vertices', value: total(({ positions }) => positions.length / 3) },
    { term: 'Faces', value: total(({ faceStarts }) => faceStarts.length - 1) },
    { term: 'Materials', value: countText(materials.length) },
    { term: 'Encoding', value: say(ENCODINGS[encoding]) },
  ]);
  const tables = materials.length > 0 ? [materialTable(materials)] : [];
  return [facts, element('div', { class: 'blocks' }, ...warningList(warnings), ...tables)];
}

function materialTable(materials: readonly XMaterial[]): HTMLElement {
  return dataTable<XMaterial>({
    title: 'Materials',
    rows: materials,
    columns: [
      { head: 'Name', kind: 'name', cell: ({ name }) => fileText(name) },
      {
        head: 'Red, green, blue, alpha',
        kind: 'number',
        cell: ({ diffuse }) => diffuse.map(valueText).join(', '),
      },
      { head: 'Texture', kind: 'name', cell: ({ texture }) => fileText(texture) },
    ],
    searchText: ({ name, texture }) => `${name} ${texture}`,
  });
}

function placeContent({
  name,
  file,
  scale,
  position,
  rotation,
  bone,
  warnings,
}: Vac): readonly HTMLElement[] {
  const facts = factList([
    { term: 'Name', value: fileText(name) },
    { term: 'File', value: fileText(file) },
    { term: 'Size', value: valueText(scale) },
    { term: 'Position x, y, z', value: position.map(valueText).join(', ') },
    { term: 'Rotation x, y, z', value: rotation.map(degreesText).join(', ') },
    { term: 'Bone', value: fileText(bone) },
  ]);
  return [facts, element('div', { class: 'blocks' }, ...warningList(warnings))];
}

/** MMD's panel shows degrees, with one decimal. */
function degreesText(radians: number): string {
  return `${valueText(Math.round((radians * 1800) / Math.PI) / 10)}°`;
}
