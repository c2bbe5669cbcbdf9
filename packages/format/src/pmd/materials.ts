import type { FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { MATERIAL_BYTES, NAME_BYTES } from './layout.js';
import type { PmdMaterial } from './pmd.js';
import { readRecord, type RecordLayout, writeRecords } from './record-layout.js';

const MATERIAL: RecordLayout<PmdMaterial> = [
  ['vector4', ['diffuse']],
  ['f32', ['specularPower']],
  ['vector3', ['specular', 'ambient']],
  ['u8', ['toonIndex']],
  ['u8', ['edgeFlag'], 1],
  ['u32', ['indexCount']],
  ['text', ['texture'], NAME_BYTES],
];

/** Reads the materials. */
export function readMaterials(reader: FieldReader, indexCount: number): PmdMaterial[] {
  const section = 'materials';
  const count = reader.count(section, 4, MATERIAL_BYTES);
  const at = reader.offset;
  let sum = 0;
  const materials = Array.from({ length: count }, (_, i) => {
    reader.enter(section, `[${i}]`);
    const material = readRecord(reader, MATERIAL);
    sum += material.indexCount;
    return material;
  });
  if (sum !== indexCount) {
    reader.enter(section);
    reader.report('odd-value', 'indexCount', `makes ${sum} in all, there are ${indexCount}`, at);
  }
  return materials;
}

/** Writes the materials. */
export function writeMaterials(writer: FieldWriter, materials: readonly PmdMaterial[]): void {
  writer.count('materials', materials.length, 4);
  writeRecords(writer, MATERIAL, materials);
}
