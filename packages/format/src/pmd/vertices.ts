import { wordsOf } from '../binary/bytes.js';
import { BONE, type FieldReader, type Records } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { INDEX_BYTES, VERTEX_BYTES } from './layout.js';
import type { PmdVertices } from './pmd.js';

const NORMAL_OFFSET = 12;
const UV_OFFSET = 24;
const BONES_OFFSET = 32;
const WEIGHT_OFFSET = 36;

/** Reads the vertices; {@link checkVertexBones} looks at their bones once these are known. O(vertices). */
export function readVertices(reader: FieldReader): { vertices: PmdVertices; bones: Records } {
  const count = reader.count('vertices', 4, VERTEX_BYTES);
  const at = reader.take(count * VERTEX_BYTES);
  const from = (offset: number): Records => ({ at: at + offset, recordBytes: VERTEX_BYTES, count });
  const vertices = {
    count,
    positions: reader.column('position', from(0), 3),
    normals: reader.column('normal', from(NORMAL_OFFSET), 3),
    uvs: reader.column('uv', from(UV_OFFSET), 2),
    boneIndices: new Uint16Array(2 * count),
    weights: new Uint8Array(count),
    edgeFlags: new Uint8Array(count),
  };
  const { boneIndices, weights, edgeFlags } = vertices;
  for (let i = 0, record = at; i < count; i++, record += VERTEX_BYTES) {
    boneIndices[2 * i] = reader.view.getUint16(record + BONES_OFFSET, true);
    boneIndices[2 * i + 1] = reader.view.getUint16(record + BONES_OFFSET + 2, true);
    weights[i] = reader.u8At(record + WEIGHT_OFFSET);
    edgeFlags[i] = reader.u8At(record + WEIGHT_OFFSET + 1);
  }
  const problem = 'is above 100, or its edge flag above 1';
  const isOdd = (i: number): boolean => weights[i] > 100 || edgeFlags[i] > 1;
  reader.reportEach('odd-value', 'weight', problem, from(WEIGHT_OFFSET), isOdd);
  return { vertices, bones: from(BONES_OFFSET) };
}

/** Reports vertices that follow a bone which is not there; FFFF is none. */
export function checkVertexBones(reader: FieldReader, boneIndices: Uint16Array, bones: Records): void {
  const count = reader.counts[BONE];
  const isBad = (bone: number): boolean => bone >= count && bone < 0xffff;
  reader.enter('vertices');
  reader.reportEach(
    'bad-index',
    'bones',
    `points beyond the ${count} bones`,
    bones,
    (i) => isBad(boneIndices[2 * i]) || isBad(boneIndices[2 * i + 1]),
  );
}

/** Reads the triangles. */
export function readIndices(reader: FieldReader, vertexCount: number): Uint16Array {
  const count = reader.count('indices', 4, INDEX_BYTES);
  const at = reader.take(count * INDEX_BYTES);
  // A copy in the byte order of all engines: there are tens of thousands.
  const indices = new Uint16Array(reader.bytesAt(at, count * INDEX_BYTES).slice().buffer);
  const problem = `points beyond the ${vertexCount} vertices`;
  const records = { at, recordBytes: INDEX_BYTES, count };
  reader.reportEach('bad-index', '', problem, records, (i) => indices[i] >= vertexCount);
  return indices;
}

/** Writes the vertices. */
export function writeVertices(writer: FieldWriter, vertices: PmdVertices): void {
  const { count, boneIndices, weights, edgeFlags } = vertices;
  const positions = wordsOf(vertices.positions);
  const normals = wordsOf(vertices.normals);
  const uvs = wordsOf(vertices.uvs);
  writer.count('vertices', count, 4);
  for (let i = 0; i < count; i++) {
    writer.file.words(positions, 3 * i, 3);
    writer.file.words(normals, 3 * i, 3);
    writer.file.words(uvs, 2 * i, 2);
    writer.u16(boneIndices[2 * i]);
    writer.u16(boneIndices[2 * i + 1]);
    writer.u8(weights[i]);
    writer.u8(edgeFlags[i]);
  }
}

/** Writes the triangles. */
export function writeIndices(writer: FieldWriter, indices: Uint16Array): void {
  writer.count('indices', indices.length, 4);
  for (const index of indices) writer.u16(index);
}
