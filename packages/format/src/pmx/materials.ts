import {
  MATERIAL_INDEX,
  TEXTURE_INDEX,
  readRecord,
  type RecordLayout,
  writeRecord,
} from '../binary/record-layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { PmxMaterial } from './pmx.js';
import { readSection } from './sections.js';

type Toon = Pick<PmxMaterial, 'sharedToon' | 'toon'>;
type BeforeToon = Omit<PmxMaterial, keyof Toon | keyof AfterToon>;
type AfterToon = Pick<PmxMaterial, 'memo' | 'indexCount'>;

const BEFORE_TOON: RecordLayout<BeforeToon> = [
  ['text', ['name', 'nameEn']],
  ['vector4', ['diffuse']],
  ['vector3', ['specular']],
  ['f32', ['specularPower']],
  ['vector3', ['ambient']],
  ['u8', ['flags']],
  ['vector4', ['edgeColor']],
  ['f32', ['edgeSize']],
  ['index', ['texture', 'sphereTexture'], TEXTURE_INDEX],
  ['u8', ['sphereMode'], 3],
];

const AFTER_TOON: RecordLayout<AfterToon> = [
  ['text', ['memo']],
  ['i32', ['indexCount']],
];

const MIN_BYTES =
  4 * 2 + // texts
  4 * (4 + 3 + 1 + 3) + // colours
  1 + // flags
  4 * (4 + 1) + // edge
  2 + // textures
  3 + // sphere mode, shared toon, toon
  4 * 2; // memo, index count

/** Reads the materials. A file without all of them is an error. */
export function readMaterials(reader: PmxReader, indicesLength: number): PmxMaterial[] {
  const sectionAt = reader.offset;
  const materials = readSection(reader, 'materials', readMaterial, MATERIAL_INDEX, MIN_BYTES);
  const sum = materials.reduce((total, { indexCount }) => total + indexCount, 0);
  if (sum !== indicesLength) {
    reader.warn(
      'odd-value',
      'indexCount',
      `adds up to ${sum}, there are ${indicesLength} indices`,
      sectionAt,
    );
  }
  return materials;
}

function readMaterial(reader: PmxReader): PmxMaterial {
  const material: BeforeToon & Partial<Toon> = readRecord(reader, BEFORE_TOON);
  const sharedToon = (material.sharedToon = reader.choice('sharedToon', 1));
  material.toon = sharedToon ? reader.u8('toon') : reader.index('toon', TEXTURE_INDEX);
  return readRecord(reader, AFTER_TOON, '', material) as PmxMaterial;
}

export function writeMaterial(writer: PmxWriter, material: PmxMaterial): void {
  const { sharedToon, toon } = material;
  writeRecord(writer, BEFORE_TOON, material);
  if (sharedToon !== 0 && sharedToon !== 1)
    writer.refuse('sharedToon', `is ${String(sharedToon)}, not 0 or 1`);
  writer.u8('sharedToon', sharedToon);
  if (sharedToon) writer.u8('toon', toon);
  else writer.index('toon', toon, TEXTURE_INDEX);
  writeRecord(writer, AFTER_TOON, material);
}
