import { readRecord, type RecordLayout } from '../binary/record-layout.js';
import { MATERIAL_BYTES, NAME_BYTES } from './layout.js';
import type { PmdReader } from './pmd-reader.js';
import type { PmdWriter } from './pmd-writer.js';
import type { PmdMaterial } from './pmd.js';

const MATERIAL: RecordLayout<PmdMaterial> = [
  ['vector4', ['diffuse']],
  ['f32', ['specularPower']],
  ['vector3', ['specular', 'ambient']],
  ['u8', ['toonIndex']],
  ['u8', ['edgeFlag'], 1],
  ['count', ['indexCount']],
  ['text', ['texture'], NAME_BYTES],
];

export function readMaterials(reader: PmdReader, indexCount: number): PmdMaterial[] {
  const count = reader.sectionCount('materials', 4, MATERIAL_BYTES);
  const at = reader.offset;
  const materials = reader.records(count, () => readRecord(reader, MATERIAL));
  const sum = materials.reduce((total, material) => total + material.indexCount, 0);
  if (sum !== indexCount) {
    reader.warn('odd-value', 'indexCount', `adds up to ${sum}, there are ${indexCount} indices`, at);
  }
  return materials;
}

export function writeMaterials(writer: PmdWriter, materials: readonly PmdMaterial[]): void {
  writer.sectionCount('materials', materials.length, 4);
  writer.records<PmdMaterial>(MATERIAL, materials);
}
