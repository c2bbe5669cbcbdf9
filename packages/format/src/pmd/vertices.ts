import { highestOf, readFloats, warnEach } from '../binary/column-layout.js';
import { recordStarts } from '../binary/gather.js';
import { setWords } from '../binary/record-writer.js';
import { BONE_INDEX } from '../binary/record-layout.js';
import { countOf } from '../text/count-of.js';
import { INDEX_BYTES, VERTEX_BYTES } from './layout.js';
import type { PmdReader } from './pmd-reader.js';
import type { PmdWriter } from './pmd-writer.js';
import type { PmdVertices } from './pmd.js';

const NORMAL_OFFSET = 12;
const UV_OFFSET = 24;
const BONES_OFFSET = 32;
const WEIGHT_OFFSET = 36;

/** Reads the vertices. {@link checkVertexBones} checks their bones once these are known. O(vertices). */
export function readVertices(reader: PmdReader): { vertices: PmdVertices; starts: Uint32Array } {
  const count = reader.sectionCount('vertices', 4, VERTEX_BYTES);
  const starts = recordStarts(reader.take(count * VERTEX_BYTES), VERTEX_BYTES, count);
  reader.memory -= count * VERTEX_BYTES;
  const floats = (name: string, offset: number, perRecord: number): Float32Array =>
    readFloats(reader, { name, starts, offset, perRecord });
  const vertices: PmdVertices = {
    count,
    positions: floats('position', 0, 3),
    normals: floats('normal', NORMAL_OFFSET, 3),
    uvs: floats('uv', UV_OFFSET, 2),
    boneIndices: new Uint16Array(2 * count),
    weights: new Uint8Array(count),
    edgeFlags: new Uint8Array(count),
  };
  const { boneIndices, weights, edgeFlags } = vertices;
  const { view } = reader;
  let hasOdd = false;
  for (let i = 0; i < count; i++) {
    const at = starts[i];
    boneIndices[2 * i] = view.getUint16(at + BONES_OFFSET, true);
    boneIndices[2 * i + 1] = view.getUint16(at + BONES_OFFSET + 2, true);
    weights[i] = view.getUint8(at + WEIGHT_OFFSET);
    edgeFlags[i] = view.getUint8(at + WEIGHT_OFFSET + 1);
    if (weights[i] > 100 || edgeFlags[i] > 1) hasOdd = true;
  }
  const field = { name: 'weight', starts, offset: WEIGHT_OFFSET, perRecord: 1 };
  const problem = 'is above 100, or its edge flag above 1';
  if (hasOdd) warnEach(reader, field, 1, 'odd-value', problem, (i) => weights[i] > 100 || edgeFlags[i] > 1);
  return { vertices, starts };
}

/** Reports vertices that follow a bone which does not exist; FFFF is none. */
export function checkVertexBones(reader: PmdReader, { boneIndices }: PmdVertices, starts: Uint32Array): void {
  const count = reader.counts[BONE_INDEX];
  const field = { name: 'bones', starts, offset: BONES_OFFSET, perRecord: 2 };
  const isBad = (i: number): boolean => boneIndices[i] >= count && boneIndices[i] < 0xffff;
  reader.enter('vertices');
  if (highestOf(boneIndices) >= count)
    warnEach(reader, field, 2, 'bad-index', `points beyond the ${countOf(count, 'bone')}`, isBad);
}

/** Reads the triangles. */
export function readIndices(reader: PmdReader, vertexCount: number): Uint16Array {
  const count = reader.sectionCount('indices', 4, INDEX_BYTES);
  const at = reader.take(count * INDEX_BYTES);
  reader.memory -= count * INDEX_BYTES;
  // A copy in the byte order of all engines: there are tens of thousands.
  const indices = new Uint16Array(reader.bytesAt(at, count * INDEX_BYTES).slice().buffer);
  if (highestOf(indices) < vertexCount) return indices;
  const field = { starts: recordStarts(at, INDEX_BYTES, count), offset: 0, perRecord: 1 };
  const problem = `points beyond the ${vertexCount} vertices`;
  warnEach(reader, field, INDEX_BYTES, 'bad-index', problem, (i) => indices[i] >= vertexCount);
  return indices;
}

export function writeVertices(writer: PmdWriter, vertices: PmdVertices): void {
  const { count, boneIndices, weights, edgeFlags } = vertices;
  writer.enter('vertices');
  writer.count('count', count);
  const positions = writer.wordsOf('positions', vertices.positions, 3 * count);
  const normals = writer.wordsOf('normals', vertices.normals, 3 * count);
  const uvs = writer.wordsOf('uvs', vertices.uvs, 2 * count);
  writer.checkColumn('boneIndices', boneIndices, 2 * count, 2);
  writer.checkColumn('weights', weights, count, 1);
  writer.checkColumn('edgeFlags', edgeFlags, count, 1);
  const vertexAt = writer.reserve(count * VERTEX_BYTES);
  const { view } = writer;
  for (let i = 0, at = vertexAt; i < count; i++, at += VERTEX_BYTES) {
    setWords(view, at, positions, 3 * i, 3);
    setWords(view, at + NORMAL_OFFSET, normals, 3 * i, 3);
    setWords(view, at + UV_OFFSET, uvs, 2 * i, 2);
    view.setUint16(at + BONES_OFFSET, boneIndices[2 * i], true);
    view.setUint16(at + BONES_OFFSET + 2, boneIndices[2 * i + 1], true);
    view.setUint8(at + WEIGHT_OFFSET, weights[i]);
    view.setUint8(at + WEIGHT_OFFSET + 1, edgeFlags[i]);
  }
}

export function writeIndices(writer: PmdWriter, indices: Uint16Array): void {
  writer.sectionCount('indices', indices.length, 4);
  writer.checkColumn('', indices, indices.length, 2);
  const indexAt = writer.reserve(INDEX_BYTES * indices.length);
  const { view } = writer;
  for (let i = 0; i < indices.length; i++) view.setUint16(indexAt + INDEX_BYTES * i, indices[i], true);
}
