import {
  type ColumnLayout,
  readColumns,
  recordBytes,
  recordStarts,
  warnEach,
  writeColumns,
} from '../binary/column-layout.js';
import { BONE_INDEX } from '../binary/record-layout.js';
import { INDEX_BYTES } from './layout.js';
import type { PmdReader } from './pmd-reader.js';
import type { PmdWriter } from './pmd-writer.js';
import type { PmdVertices } from './pmd.js';

const VERTEX: ColumnLayout<Omit<PmdVertices, 'count'>> = [
  ['positions', 'float', 3],
  ['normals', 'float', 3],
  ['uvs', 'float', 2],
  ['boneIndices', 'short', 2],
  ['weights', 'percent', 1],
  ['edgeFlags', 'flag', 1],
];
export const VERTEX_BYTES: number = /* @__PURE__ */ recordBytes(VERTEX); // 38
const BONES_OFFSET: number = 4 * (3 + 3 + 2);

/** Reads the vertices. {@link checkVertexBones} checks their bones once these are known. O(vertices). */
export function readVertices(reader: PmdReader): { vertices: PmdVertices; starts: Uint32Array } {
  const count = reader.sectionCount('vertices', 4, VERTEX_BYTES);
  const starts = recordStarts(reader.take(count * VERTEX_BYTES), VERTEX_BYTES, count);
  return { vertices: { count, ...readColumns(reader, VERTEX, starts) }, starts };
}

/** Reports vertices that follow a bone which does not exist; FFFF is none. */
export function checkVertexBones(reader: PmdReader, { boneIndices }: PmdVertices, starts: Uint32Array): void {
  const count = reader.counts[BONE_INDEX];
  const field = { name: 'bones', starts, offset: BONES_OFFSET, perRecord: 2 };
  reader.enter('vertices');
  warnEach(reader, field, 2, 'bad-index', `points beyond the ${count} bones`, (i) => {
    return boneIndices[i] >= count && boneIndices[i] < 0xffff;
  });
}

/** Reads the triangles. */
export function readIndices(reader: PmdReader, vertexCount: number): Uint16Array {
  const count = reader.sectionCount('indices', 4, INDEX_BYTES);
  const at = reader.take(count * INDEX_BYTES);
  // A copy in the byte order of all engines: there are tens of thousands.
  const indices = new Uint16Array(reader.bytesAt(at, count * INDEX_BYTES).slice().buffer);
  reader.warnTooHigh(indices, vertexCount, '', at, INDEX_BYTES);
  return indices;
}

export function writeVertices(writer: PmdWriter, vertices: PmdVertices): void {
  const { count } = vertices;
  writer.sectionCount('vertices', count, 4);
  writeColumns(
    writer,
    VERTEX,
    recordStarts(writer.reserve(count * VERTEX_BYTES), VERTEX_BYTES, count),
    vertices,
  );
}

export function writeIndices(writer: PmdWriter, indices: Uint16Array): void {
  writer.sectionCount('indices', indices.length, 4);
  for (const index of indices) writer.u16('', index);
}
