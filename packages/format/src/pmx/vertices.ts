import { BONE_INDEX, VERTEX_INDEX } from '../binary/record-layout.js';
import { wordsOf } from '../binary/bytes.js';
import { readFloats } from '../binary/column-layout.js';
import { EXPONENT } from '../binary/gather.js';
import { setWords } from '../binary/record-writer.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import { BDEF1, BDEF4, type PmxVertices, QDEF, SDEF } from './pmx.js';

/** Bones that a vertex follows, by weight type. */
const WEIGHT_BONES: readonly number[] = [1, 2, 4, 2, 4];
/** Floats after them. */
const WEIGHT_FLOATS: readonly number[] = [
  0,
  1, // w of the first bone; the second has 1 − w
  4,
  1 + // w
    3 + // C
    3 + // R0
    3, // R1
  4,
];

/** Position, normal, UV. */
const FIXED_BYTES = 4 * (3 + 3 + 2);

/** What a document has of a vertex besides these and additional UVs: weight type, bones, weights, edge scale. */
const MORE_BYTES = 1 + 4 * (4 + 4 + 1);

/**
 * Reads the vertices. There are tens of thousands, and their lengths differ: a first loop finds where they are, then each
 * column is gathered in a small loop, which engines compile within a first, cold call. O(vertices).
 */
export function readVertices(reader: PmxReader, additionalUvCount: number): PmxVertices {
  reader.enter('vertices');
  const typeAt = FIXED_BYTES + 16 * additionalUvCount;
  const ends = findVertices(reader, typeAt);
  const count = ends.length - 1;
  reader.counts[VERTEX_INDEX] = count;
  const starts = ends.subarray(0, count);
  const floats = (name: string, offset: number, perRecord: number): Float32Array =>
    readFloats(reader, { name, starts, offset, perRecord });
  const { sdefStarts, ...weights } = readWeights(reader, starts, typeAt);
  return {
    count,
    positions: floats('position', 0, 3),
    normals: floats('normal', 12, 3),
    uvs: floats('uv', 24, 2),
    additionalUvCount,
    additionalUvs: floats('additionalUvs', FIXED_BYTES, 4 * additionalUvCount),
    ...weights,
    sdefVectors: readFloats(reader, { list: 'sdefVertices', starts: sdefStarts, offset: 4, perRecord: 9 }),
    edgeScales: readFloats(reader, { name: 'edgeScale', starts: ends.subarray(1), offset: -4, perRecord: 1 }),
  };
}

/** Where the first vertex begins, and where each one ends. */
function findVertices(reader: PmxReader, typeAt: number): Uint32Array {
  const bytesOf = WEIGHT_BONES.map(
    (bones, type) =>
      typeAt +
      1 + // weight type
      bones * reader.sizes[BONE_INDEX] +
      4 * WEIGHT_FLOATS[type] +
      4, // edge scale
  );
  const count = reader.count('count', bytesOf[BDEF1]);
  reader.memory -= count * (typeAt + MORE_BYTES);
  const bytes = reader.bytesAt(0, reader.length);
  const ends = new Uint32Array(count + 1);
  let at = (ends[0] = reader.offset);
  for (let i = 0; i < count; i++) {
    const type = bytes[at + typeAt];
    const end = at + bytesOf[type]; // NaN if there is no type, or an unknown one
    if (!(end <= reader.length)) {
      // Read in small steps, the vertex gives the error.
      reader.offset = at;
      reader.record = i;
      reader.take(typeAt);
      reader.choice('weight type', QDEF);
      reader.take(bytesOf[type] - typeAt - 1, 'weights');
    }
    at = ends[i + 1] = end;
  }
  reader.offset = at;
  return ends;
}

type Weights = Pick<PmxVertices, 'weightTypes' | 'boneIndices' | 'boneWeights' | 'sdefVertices'> & {
  readonly sdefStarts: Uint32Array;
};

function readWeights(reader: PmxReader, starts: Uint32Array, typeAt: number): Weights {
  const { view } = reader;
  const count = starts.length;
  const boneBytes = reader.sizes[BONE_INDEX];
  const weightTypes = new Uint8Array(count);
  const boneIndices = new Int32Array(4 * count);
  const boneWeights = new Float32Array(4 * count);
  const weightWords = wordsOf(boneWeights);
  let lowest = -1;
  let highest = -1;
  const sdefVertices: number[] = [];
  const sdefStarts: number[] = [];
  for (let i = 0; i < count; i++) {
    let at = starts[i] + typeAt;
    const type = (weightTypes[i] = view.getUint8(at++));
    const bones = WEIGHT_BONES[type];
    for (let k = 0; k < bones; k++, at += boneBytes) {
      const bone = reader.indexAt(at, BONE_INDEX);
      boneIndices[4 * i + k] = bone;
      if (bone < lowest) lowest = bone;
      if (bone > highest) highest = bone;
    }
    if (type === BDEF1) {
      boneWeights[4 * i] = 1;
      continue;
    }
    let areFinite = true;
    for (let k = 0; k < (bones === 4 ? 4 : 1); k++) {
      const word = (weightWords[4 * i + k] = view.getInt32(at + 4 * k, true));
      if ((word & EXPONENT) === EXPONENT) areFinite = false;
    }
    if (!areFinite) reader.warn('not-finite', `[${i}].weights`, 'are not all finite', at);
    if (bones === 2) boneWeights[4 * i + 1] = 1 - boneWeights[4 * i];
    if (type !== SDEF) continue;
    sdefVertices.push(i);
    sdefStarts.push(at);
  }
  reader.memory -= 40 * sdefVertices.length; // their numbers and vectors
  // The number of bones comes after the vertices in the file.
  reader.whenKnown(BONE_INDEX, () => {
    if (lowest < -1 || highest >= reader.counts[BONE_INDEX])
      reportBones(reader, starts, typeAt, weightTypes, boneIndices);
  });
  return {
    weightTypes,
    boneIndices,
    boneWeights,
    sdefVertices: Uint32Array.from(sdefVertices),
    sdefStarts: Uint32Array.from(sdefStarts),
  };
}

function reportBones(
  reader: PmxReader,
  starts: Uint32Array,
  typeAt: number,
  weightTypes: Uint8Array,
  boneIndices: Int32Array,
): void {
  const boneBytes = reader.sizes[BONE_INDEX];
  boneIndices.forEach((bone, k) => {
    const i = k >> 2;
    const place = k & 3;
    if (place >= WEIGHT_BONES[weightTypes[i]]) return;
    reader.checkedIndex(bone, BONE_INDEX, `[${i}].bone`, starts[i] + typeAt + 1 + place * boneBytes);
  });
}

/** Without `canBeNewer`, QDEF becomes BDEF4: the same bones and weights, blended as version 2 can. */
export function writeVertices(writer: PmxWriter, vertices: PmxVertices, canBeNewer: boolean): void {
  writer.enter('vertices');
  const { count, weightTypes, additionalUvCount } = vertices;
  const { positions, normals, uvs, additionalUvs, edgeScales, ...weights } = checkedColumns(writer, vertices);
  const sdefAt = new Map(Array.from(vertices.sdefVertices, (vertex, i) => [vertex, i]));
  writer.count('count', count);
  for (let i = 0; i < count; i++) {
    writer.record = i;
    const at = writer.reserve(FIXED_BYTES);
    const { view } = writer; // reserve may have replaced it
    setWords(view, at, positions, 3 * i, 3);
    setWords(view, at + 12, normals, 3 * i, 3);
    setWords(view, at + 24, uvs, 2 * i, 2);
    writer.words(additionalUvs, 4 * additionalUvCount * i, 4 * additionalUvCount);
    const isTooNew = weightTypes[i] === QDEF && !canBeNewer;
    if (isTooNew) writer.lose('is QDEF, which version 2 lacks: BDEF4 is written');
    writeWeights(writer, weights, i, isTooNew ? BDEF4 : weightTypes[i], sdefAt.get(i));
    writer.words(edgeScales, i, 1);
  }
}

function writeWeights(
  writer: PmxWriter,
  { boneIndices, boneWeights, sdefVectors }: WeightColumns,
  i: number,
  type: number,
  sdefIndex: number | undefined,
): void {
  if (type > QDEF) writer.refuse('weightTypes', `is ${type}, not 0 to ${QDEF}`);
  const bones = WEIGHT_BONES[type];
  writer.u8('weightTypes', type);
  for (let k = 4 * i; k < 4 * i + bones; k++) writer.index('boneIndices', boneIndices[k], BONE_INDEX);
  if (type !== BDEF1) writer.words(boneWeights, 4 * i, bones === 4 ? 4 : 1);
  if (type !== SDEF) return;
  if (sdefIndex === undefined) writer.refuse('weightTypes', 'is SDEF, but sdefVertices lacks it');
  writer.words(sdefVectors, 9 * sdefIndex, 9);
}

/** As they are written: floats as words. */
interface WeightColumns {
  readonly boneIndices: Int32Array;
  readonly boneWeights: Int32Array;
  readonly sdefVectors: Int32Array;
}

/** The columns, of which each is long enough. */
function checkedColumns(
  writer: PmxWriter,
  vertices: PmxVertices,
): WeightColumns & Record<FloatColumn, Int32Array> {
  const { count, additionalUvCount, weightTypes, boneIndices, sdefVertices } = vertices;
  if (!(Number.isInteger(count) && count >= 0)) writer.refuse('count', `is ${count}`);
  if (![0, 1, 2, 3, 4].includes(additionalUvCount)) {
    writer.refuse('additionalUvCount', `is ${additionalUvCount}, not 0 to 4`);
  }
  writer.checkLength('weightTypes', weightTypes, count);
  writer.checkLength('boneIndices', boneIndices, 4 * count);
  writer.checkLength('sdefVertices', sdefVertices, 0);
  const words = (key: FloatColumn, needed: number): Int32Array => writer.wordsOf(key, vertices[key], needed);
  return {
    positions: words('positions', 3 * count),
    normals: words('normals', 3 * count),
    uvs: words('uvs', 2 * count),
    additionalUvs: words('additionalUvs', 4 * additionalUvCount * count),
    boneIndices,
    boneWeights: words('boneWeights', 4 * count),
    sdefVectors: words('sdefVectors', 9 * sdefVertices.length),
    edgeScales: words('edgeScales', count),
  };
}

type FloatColumn =
  'positions' | 'normals' | 'uvs' | 'additionalUvs' | 'boneWeights' | 'sdefVectors' | 'edgeScales';
