import type { FieldReader } from './field-reader.js';
import { MATERIAL_BYTES, TOON_COUNT } from './layout.js';
import type { PmdMaterial } from './pmd.js';

/** No toon. */
export const NO_TOON = 255;

/** Reads the materials. */
export function readMaterials(fields: FieldReader, indexCount: number): PmdMaterial[] {
  const section = 'materials';
  const count = fields.count(section, 4);
  fields.claim(section, count * MATERIAL_BYTES);
  const materials: PmdMaterial[] = [];
  let drawn = 0;
  for (let i = 0; i < count; i++) {
    fields.record(i);
    const material = readMaterial(fields);
    drawn += material.indexCount;
    if (drawn > indexCount && drawn - material.indexCount <= indexCount) {
      const problem = `reaches beyond the ${indexCount} indices`;
      fields.report('bad-index', 'indexCount', problem, fields.at - 24);
    }
    materials.push(material);
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
  const texture = fields.text(20, 'texture');
  return { diffuse, specularPower, specular, ambient, toonIndex, edgeFlag, indexCount, texture };
}
