import { type ElementLayout, type Elements, readElements } from './elements.js';
import { BODY, BONE, MATERIAL, MORPH, VERTEX } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxMorph } from './pmx.js';
import { readRecord, type RecordLayout } from './record-layout.js';

/** What the elements of a morph are, by its type in the file: what they point at, a byte or none, vectors. */
const MORPH_ELEMENTS: readonly ElementLayout[] = [
  [MORPH, 0, [1]], // 0 group: weight
  [VERTEX, 0, [3]], // 1 vertex: offset
  [BONE, 0, [3, 4]], // 2 bone: translation, rotation
  [VERTEX, 0, [4]], // 3 UV: offset
  [VERTEX, 0, [4]], // 4 to 7 additional UVs
  [VERTEX, 0, [4]],
  [VERTEX, 0, [4]],
  [VERTEX, 0, [4]],
  [MATERIAL, 1, [28]], // 8 material: operation, values
  [MORPH, 0, [1]], // 9 flip: weight
  [BODY, 1, [3, 3]], // 10 impulse: local, velocity, torque
];

const MORPH_HEAD: RecordLayout<Pick<PmxMorph, 'name' | 'nameEn' | 'panel'>> = [
  ['text', ['name', 'nameEn']],
  ['u8', ['panel']],
];

export function readMorph(reader: PmxReader): PmxMorph {
  const head = readRecord(reader, MORPH_HEAD);
  const type = reader.choice('type', MORPH_ELEMENTS.length - 1);
  const elements = readElements(reader, MORPH_ELEMENTS[type]);
  return { ...head, ...morphOf(type, elements) };
}

type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type MorphBody = DistributiveOmit<PmxMorph, 'name' | 'nameEn' | 'panel'>;

function morphOf(type: number, { indices, bytes, columns: [first, second] }: Elements): MorphBody {
  const vertices = indices as Uint32Array;
  const signed = indices as Int32Array;
  switch (type) {
    case 0:
      return { type: 'group', morphs: signed, weights: first };
    case 1:
      return { type: 'vertex', vertices, offsets: first };
    case 2:
      return { type: 'bone', bones: signed, translations: first, rotations: second };
    case 8:
      return { type: 'material', materials: signed, operations: bytes, values: first };
    case 9:
      return { type: 'flip', morphs: signed, weights: first };
    case 10:
      return { type: 'impulse', rigidBodies: signed, local: bytes, velocities: first, torques: second };
    default:
      return { type: 'uv', channel: type - 3, vertices, offsets: first };
  }
}

/** Has version 2 no such morph? */
export function isNewerMorph({ type }: PmxMorph): boolean {
  return type === 'flip' || type === 'impulse';
}
