import { MATERIAL, TEXTURE } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxMaterial } from './pmx.js';

/** Reads the materials: all of them, or the file is refused. */
export function readMaterials(reader: PmxReader, indicesLength: number): PmxMaterial[] {
  reader.enter('materials');
  const leastBytes =
    4 * 2 + // texts
    4 * (4 + 3 + 1 + 3) + // colours
    1 + // flags
    4 * (4 + 1) + // edge
    2 * reader.sizes[TEXTURE] +
    3 + // sphere mode, shared toon, toon
    4 * 2; // memo, index count
  const sectionAt = reader.offset;
  const materials = reader.records(leastBytes, readMaterial, MATERIAL);
  const sum = materials.reduce((total, { indexCount }) => total + indexCount, 0);
  if (sum !== indicesLength) {
    reader.warn('odd-value', 'index counts', `make ${sum}, there are ${indicesLength} indices`, sectionAt);
  }
  return materials;
}

function readMaterial(reader: PmxReader): PmxMaterial {
  return {
    name: reader.text('name'),
    nameEn: reader.text('nameEn'),
    diffuse: reader.vector4('diffuse'),
    specular: reader.vector3('specular'),
    specularPower: reader.f32('specularPower'),
    ambient: reader.vector3('ambient'),
    flags: reader.u8('flags'),
    edgeColor: reader.vector4('edgeColor'),
    edgeSize: reader.f32('edgeSize'),
    texture: reader.index(TEXTURE, 'texture'),
    sphereTexture: reader.index(TEXTURE, 'sphereTexture'),
    sphereMode: reader.u8('sphereMode', 3),
    ...readToon(reader),
    memo: reader.text('memo'),
    indexCount: reader.i32('indexCount'),
  };
}

function readToon(reader: PmxReader): Pick<PmxMaterial, 'sharedToon' | 'toon'> {
  const sharedToon = reader.choice('sharedToon', 1);
  return { sharedToon, toon: sharedToon ? reader.u8('toon') : reader.index(TEXTURE, 'toon') };
}
