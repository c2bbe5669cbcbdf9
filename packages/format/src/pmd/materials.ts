import type { FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { MATERIAL_BYTES, NAME_BYTES, TOON_COUNT } from './layout.js';
import type { PmdMaterial } from './pmd.js';

/** No toon. */
export const NO_TOON = 255;

/** Reads the materials. */
export function readMaterials(fields: FieldReader, indexCount: number): PmdMaterial[] {
  const section = 'materials';
  const count = fields.count(section, 4);
  const at = fields.claim(section, count * MATERIAL_BYTES);
  const materials = Array.from({ length: count }, (_, i) => {
    fields.record(i);
    return readMaterial(fields);
  });
  const sum = materials.reduce((total, material) => total + material.indexCount, 0);
  if (sum !== indexCount) {
    fields.record(undefined);
    fields.report('odd-value', 'indexCount', `makes ${sum} in all, there are ${indexCount}`, at);
  }
  return materials;
}

function readMaterial(fields: FieldReader): PmdMaterial {
  const rgb = fields.vector3('diffuse');
  const diffuse: PmdMaterial['diffuse'] = [...rgb, fields.f32('diffuse')];
  const specularPower = fields.f32('specularPower');
  const specular = fields.vector3('specular');
  const ambient = fields.vector3('ambient');
  const toonIndex = fields.u8();
  if (toonIndex !== NO_TOON) fields.checkIndex(toonIndex, TOON_COUNT, 'toonIndex', fields.at - 1);
  const edgeFlag = fields.u8();
  fields.checkRange(edgeFlag, 1, 'edgeFlag', fields.at - 1);
  const indexCount = fields.u32();
  const texture = fields.text(NAME_BYTES, 'texture');
  return { diffuse, specularPower, specular, ambient, toonIndex, edgeFlag, indexCount, texture };
}

/** Writes the materials. */
export function writeMaterials(fields: FieldWriter, materials: readonly PmdMaterial[]): void {
  fields.count('materials', materials.length, 4);
  for (const material of materials) {
    fields.floats(material.diffuse);
    fields.f32(material.specularPower);
    fields.floats(material.specular);
    fields.floats(material.ambient);
    fields.u8(material.toonIndex);
    fields.u8(material.edgeFlag);
    fields.u32(material.indexCount);
    fields.text(material.texture, NAME_BYTES);
  }
}
