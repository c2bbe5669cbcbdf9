import { BONE_INDEX, VERTEX_INDEX } from '../binary/record-layout.js';
import { wordsOf } from '../binary/bytes.js';
import { readFloats } from '../binary/column-layout.js';
import { EXPONENT, signedAt } from '../binary/gather.js';
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

/**
 * What a document has of a vertex besides these and additional UVs: weight type, bones, weights, edge scale.
 */
const MORE_BYTES = 1 + 4 * (4 + 4 + 1);
/** What it has of an SDEF vertex besides: its number and its vectors. */
const SDEF_BYTES = 4 * (1 + 9);

/** Where the vertices of a file are, and what is known of them before they are read. */
export interface VertexRanges {
  readonly additionalUvCount: number;
  /** Where the first one begins, and where each one ends. */
  readonly ends: Uint32Array;
  readonly sdefCount: number;
  readonly hasQdef: boolean;
}

/** Reads the vertices. O(vertices). */
export function readVertices(reader: PmxReader, ranges: VertexRanges): PmxVertices {
  reader.enter('vertices');
  const { additionalUvCount, ends } = ranges;
  const count = ends.length - 1;
  const starts = ends.subarray(0, count);
  const floats = (name: string, offset: number, perRecord: number): Float32Array =>
    readFloats(reader, { name, starts, offset, perRecord });
  return {
    count,
    additionalUvCount,
    positions: floats('position', 0, 3),
    normals: floats('normal', 12, 3),
    uvs: floats('uv', 24, 2),
    additionalUvs: floats('additionalUvs', FIXED_BYTES, 4 * additionalUvCount),
    edgeScales: readFloats(reader, { name: 'edgeScale', starts: ends.subarray(1), offset: -4, perRecord: 1 }),
    ...readWeights(reader, starts, ranges),
  };
}

/** Moves past the vertices, which can then be read without an error. O(vertices). */
export function findVertices(reader: PmxReader, additionalUvCount: number): VertexRanges {
  reader.enter('vertices');
  const typeAt = typeOffset(additionalUvCount);
  const bytesOf = WEIGHT_BONES.map(
    (bones, type) =>
      typeAt +
      1 + // weight type
      bones * reader.sizes[BONE_INDEX] +
      4 * WEIGHT_FLOATS[type] +
      4, // edge scale
  );
  const count = reader.count('count', bytesOf[BDEF1]);
  reader.counts[VERTEX_INDEX] = count;
  reader.memory -= count * (typeAt + MORE_BYTES);
  const bytes = reader.bytesAt(0, reader.length);
  const ends = new Uint32Array(count + 1);
  let sdefCount = 0;
  let hasQdef = false;
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
    if (type === SDEF) sdefCount++;
    else if (type === QDEF) hasQdef = true;
    at = ends[i + 1] = end;
  }
  reader.memory -= SDEF_BYTES * sdefCount;
  reader.offset = at;
  return { additionalUvCount, ends, sdefCount, hasQdef };
}

/** Where the weight type is in a vertex. */
function typeOffset(additionalUvCount: number): number {
  return FIXED_BYTES + 16 * additionalUvCount;
}

type Weights = Pick<PmxVertices, 'weightTypes' | 'boneIndices' | 'boneWeights'>;

function readWeights(
  reader: PmxReader,
  starts: Uint32Array,
  { additionalUvCount, sdefCount }: VertexRanges,
): Weights & Pick<PmxVertices, 'sdefVertices' | 'sdefVectors'> {
  const count = starts.length;
  const typeAt = typeOffset(additionalUvCount);
  const weights = {
    weightTypes: new Uint8Array(count),
    boneIndices: new Int32Array(4 * count),
    boneWeights: new Float32Array(4 * count),
  };
  const sdefVertices = new Uint32Array(sdefCount);
  const sdefStarts = new Uint32Array(sdefCount);
  const highest = fillWeights(reader, starts, typeAt, weights, sdefVertices, sdefStarts);
  reader.whenKnown(BONE_INDEX, () => {
    if (highest > reader.counts[BONE_INDEX]) reportBones(reader, starts, typeAt, weights);
  });
  const vectors = { list: 'sdefVertices', starts: sdefStarts, offset: 4, perRecord: 9 };
  return { ...weights, sdefVertices, sdefVectors: readFloats(reader, vectors) };
}

/**
 * Reads weight types, bones and weights. Returns the highest bone + 1; bones below −1 are higher than all
 * others.
 */
function fillWeights(
  reader: PmxReader,
  starts: Uint32Array,
  typeAt: number,
  { weightTypes, boneIndices, boneWeights }: Weights,
  sdefVertices: Uint32Array,
  sdefStarts: Uint32Array,
): number {
  const { view } = reader;
  const boneBytes = reader.sizes[BONE_INDEX];
  const words = wordsOf(boneWeights);
  let highest = 0;
  let sdefs = 0;
  for (let i = 0; i < starts.length; i++) {
    let at = starts[i] + typeAt;
    const type = view.getUint8(at++);
    const bones = WEIGHT_BONES[type];
    weightTypes[i] = type;
    for (let k = 4 * i; k < 4 * i + bones; k++, at += boneBytes) {
      const bone = signedAt(view, at, boneBytes);
      boneIndices[k] = bone;
      if ((bone + 1) >>> 0 > highest) highest = (bone + 1) >>> 0;
    }
    if (type === BDEF1) {
      words[4 * i] = ONE;
      continue;
    }
    let isFinite = true;
    for (let k = 0; k < (bones === 4 ? 4 : 1); k++) {
      const word = (words[4 * i + k] = view.getInt32(at + 4 * k, true));
      if ((word & EXPONENT) === EXPONENT) isFinite = false;
    }
    if (!isFinite) reader.warn('not-finite', `[${i}].weights`, 'are not all finite', at);
    if (bones === 2) boneWeights[4 * i + 1] = 1 - boneWeights[4 * i];
    if (type !== SDEF) continue;
    sdefVertices[sdefs] = i;
    sdefStarts[sdefs++] = at;
  }
  return highest;
}

/** The bits of 1. */
const ONE = 0x3f800000;

function reportBones(
  reader: PmxReader,
  starts: Uint32Array,
  typeAt: number,
  { weightTypes, boneIndices }: Weights,
): void {
  boneIndices.forEach((bone, k) => {
    const i = k >> 2;
    const slot = k & 3;
    if (slot >= WEIGHT_BONES[weightTypes[i]]) return;
    const at = starts[i] + typeAt + 1 + slot * reader.sizes[BONE_INDEX];
    reader.checkedIndex(bone, BONE_INDEX, `[${i}].bone`, at);
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
