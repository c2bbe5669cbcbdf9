import { wordsOf } from '../binary/words-of.js';
import { BONE, VERTEX, WEIGHT_BONES, WEIGHT_FLOATS } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import { BDEF1, BDEF2, type PmxVertices, QDEF } from './pmx.js';

/** The columns as words, so that they are copied bit for bit; see {@link PmxVertices}. */
interface VertexWords {
  readonly positions: Uint32Array;
  readonly normals: Uint32Array;
  readonly uvs: Uint32Array;
  readonly additionalUvs: Uint32Array;
  readonly boneWeights: Uint32Array;
  readonly edgeScales: Uint32Array;
  readonly sdefVertices: number[];
  readonly sdefVectors: number[];
}

/** Reads the vertices in one walk: there are tens of thousands of them, and their lengths differ. O(vertices). */
export function readVertices(reader: PmxReader, additionalUvCount: number): PmxVertices {
  reader.enter('vertices');
  const leastBytes = vertexBytes(BDEF1, additionalUvCount, reader.sizes[BONE]);
  const vertices = emptyVertices(reader.count('count', leastBytes), additionalUvCount);
  reader.counts[VERTEX] = vertices.count;
  const sectionAt = reader.offset;
  const words = vertexWords(vertices);
  for (let i = 0; i < vertices.count; i++) {
    reader.record = i;
    const at = reader.take(leastBytes, '');
    let odd = copyWords(reader.view, at, words.positions, 3 * i, 3);
    odd |= copyWords(reader.view, at + 12, words.normals, 3 * i, 3);
    odd |= copyWords(reader.view, at + 24, words.uvs, 2 * i, 2);
    odd |= copyWords(
      reader.view,
      at + 32,
      words.additionalUvs,
      4 * additionalUvCount * i,
      4 * additionalUvCount,
    );
    odd |= readWeights(reader, at + 32 + 16 * additionalUvCount, vertices, words, i);
    odd |= copyWords(reader.view, reader.offset - 4, words.edgeScales, i, 1);
    if (odd !== 0) reader.warn('not-finite', '', 'is not finite', at);
  }
  vertices.sdefVertices = Uint32Array.from(words.sdefVertices);
  vertices.sdefVectors = new Float32Array(Uint32Array.from(words.sdefVectors).buffer);
  reader.record = -1;
  reader.whenKnown(BONE, () => checkBones(reader, sectionAt, vertices));
  return vertices;
}

/** Reads from the weight type on, up to the edge scale. Tells by a bit whether there is a float that is not finite. */
function readWeights(
  reader: PmxReader,
  at: number,
  { weightTypes, boneIndices, boneWeights }: PmxVertices,
  words: VertexWords,
  i: number,
): number {
  const { view } = reader;
  const boneBytes = reader.sizes[BONE];
  const type = view.getUint8(at++);
  if (type > QDEF) reader.fail('unknown-type', 'weight type', `is ${type}, not 0 to ${QDEF}`, at - 1);
  weightTypes[i] = type;
  if (type === BDEF1) {
    boneIndices[4 * i] = reader.indexAt(at, BONE);
    boneWeights[4 * i] = 1;
    return 0;
  }
  const bones = WEIGHT_BONES[type];
  const floats = WEIGHT_FLOATS[type];
  reader.take((bones - 1) * boneBytes + 4 * floats, 'weights');
  for (let k = 0; k < bones; k++, at += boneBytes) boneIndices[4 * i + k] = reader.indexAt(at, BONE);
  if (bones === 4) return copyWords(view, at, words.boneWeights, 4 * i, 4);
  let odd = copyWords(view, at, words.boneWeights, 4 * i, 1);
  boneWeights[4 * i + 1] = 1 - boneWeights[4 * i];
  if (type === BDEF2) return odd;
  words.sdefVertices.push(i);
  const vectors = new Uint32Array(9);
  odd |= copyWords(view, at + 4, vectors, 0, 9);
  words.sdefVectors.push(...vectors);
  return odd;
}

/** Bit for bit: a signalling NaN would come back quiet. Tells by a bit whether one is not finite, read as a float. */
function copyWords(view: DataView, at: number, column: Uint32Array, index: number, count: number): number {
  let odd = 0;
  for (const end = index + count; index < end; index++, at += 4) {
    const word = view.getUint32(at, true);
    if ((word & EXPONENT) === EXPONENT) odd = 1;
    column[index] = word;
  }
  return odd;
}

const EXPONENT = 0x7f800000; // all ones: a NaN or an infinity

/** Bones come after the vertices, so that only now one knows how many there are. */
function checkBones(reader: PmxReader, sectionAt: number, vertices: PmxVertices): void {
  const { count, weightTypes, boneIndices, additionalUvCount } = vertices;
  const most = reader.counts[BONE];
  let at = sectionAt;
  for (let i = 0; i < count; i++) {
    const end = 4 * i + WEIGHT_BONES[weightTypes[i]];
    for (let k = 4 * i; k < end; k++) {
      if (boneIndices[k] >= -1 && boneIndices[k] < most) continue;
      reader.record = i;
      reader.warnIndex(BONE, boneIndices[k], 'bone', at);
    }
    at += vertexBytes(weightTypes[i], additionalUvCount, reader.sizes[BONE]);
  }
}

function vertexBytes(type: number, additionalUvCount: number, boneBytes: number): number {
  return (
    4 * (3 + 3 + 2) + // position, normal, UV
    4 * 4 * additionalUvCount +
    1 + // weight type
    boneBytes * WEIGHT_BONES[type] +
    4 * WEIGHT_FLOATS[type] +
    4 // edge scale
  );
}

function vertexWords(vertices: PmxVertices): VertexWords {
  return {
    positions: wordsOf(vertices.positions),
    normals: wordsOf(vertices.normals),
    uvs: wordsOf(vertices.uvs),
    additionalUvs: wordsOf(vertices.additionalUvs),
    boneWeights: wordsOf(vertices.boneWeights),
    edgeScales: wordsOf(vertices.edgeScales),
    sdefVertices: [],
    sdefVectors: [],
  };
}

/** That many vertices at the origin. */
export function emptyVertices(count: number, additionalUvCount: number): PmxVertices {
  return {
    count,
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    uvs: new Float32Array(2 * count),
    additionalUvCount,
    additionalUvs: new Float32Array(4 * additionalUvCount * count),
    weightTypes: new Uint8Array(count),
    boneIndices: new Int32Array(4 * count),
    boneWeights: new Float32Array(4 * count),
    sdefVertices: new Uint32Array(0),
    sdefVectors: new Float32Array(0),
    edgeScales: new Float32Array(count),
  };
}
