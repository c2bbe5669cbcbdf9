import { type ElementLayout, type Elements, readElements, writeElements } from './elements.js';
import { BODY, BONE, MATERIAL, MORPH, VERTEX } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { PmxMorph } from './pmx.js';
import { readRecord, type RecordLayout, writeRecord } from './record-layout.js';

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

/**
 * Without `canBeNewer`, what version 2 has no morph for becomes a group without members: it does nothing, but other
 * morphs keep their numbers.
 */
export function writeMorph(writer: PmxWriter, morph: PmxMorph, canBeNewer: boolean): void {
  writeRecord(writer, MORPH_HEAD, morph);
  const [type, elements] = canBeNewer || !isNewerMorph(morph) ? partsOf(writer, morph) : [0, NO_ELEMENTS];
  if (elements === NO_ELEMENTS)
    writer.lose(`is a morph of type ${morph.type}: version 2 gets an empty group`);
  writer.u8('type', type);
  writeElements(writer, MORPH_ELEMENTS[type], elements);
}

const NO_ELEMENTS: Elements = {
  indices: /* @__PURE__ */ new Int32Array(0),
  bytes: /* @__PURE__ */ new Uint8Array(0),
  columns: /* @__PURE__ */ [/* @__PURE__ */ new Float32Array(0)],
};

/** The inverse of {@link morphOf}. */
function partsOf(writer: PmxWriter, morph: PmxMorph): readonly [type: number, elements: Elements] {
  const { bytes } = NO_ELEMENTS;
  switch (morph.type) {
    case 'group':
    case 'flip':
      return [morph.type === 'flip' ? 9 : 0, { indices: morph.morphs, bytes, columns: [morph.weights] }];
    case 'vertex':
      return [1, { indices: morph.vertices, bytes, columns: [morph.offsets] }];
    case 'bone':
      return [2, { indices: morph.bones, bytes, columns: [morph.translations, morph.rotations] }];
    case 'uv':
      if (![0, 1, 2, 3, 4].includes(morph.channel))
        writer.refuse('channel', `is ${morph.channel}, not 0 to 4`);
      return [3 + morph.channel, { indices: morph.vertices, bytes, columns: [morph.offsets] }];
    case 'material':
      return [8, { indices: morph.materials, bytes: morph.operations, columns: [morph.values] }];
    case 'impulse': {
      const columns = [morph.velocities, morph.torques];
      return [10, { indices: morph.rigidBodies, bytes: morph.local, columns }];
    }
    default:
      return writer.refuse('type', `is ${(morph as PmxMorph).type}`);
  }
}
