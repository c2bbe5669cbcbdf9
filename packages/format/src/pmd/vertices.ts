import { wordsOf } from '../binary/words-of.js';
import type { FieldReader, Records } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { INDEX_BYTES, VERTEX, VERTEX_BYTES } from './layout.js';
import type { PmdVertices } from './pmd.js';

/** Reads the vertices; {@link checkVertexBones} looks at their bones once these are known. */
export function readVertices(fields: FieldReader): { vertices: PmdVertices; records: Records } {
  const section = 'vertices';
  const count = fields.count(section, 4);
  const at = fields.claim(section, count * VERTEX_BYTES);
  const records = { section, at, recordBytes: VERTEX_BYTES, count };
  const vertices = emptyVertices(count);
  fields.column(records, 'position', VERTEX.position, vertices.positions);
  fields.column(records, 'normal', VERTEX.normal, vertices.normals);
  fields.column(records, 'uv', VERTEX.uv, vertices.uvs);
  readBytes(fields, at, vertices);
  const { weights, edgeFlags } = vertices;
  fields.reportEach('odd-value', records, 'weight', VERTEX.weight, 'is above 100', (i) => weights[i] > 100);
  fields.reportEach(
    'odd-value',
    records,
    'edgeFlag',
    VERTEX.edgeFlag,
    'is neither 0 nor 1',
    (i) => edgeFlags[i] > 1,
  );
  return { vertices, records };
}

function emptyVertices(count: number): PmdVertices {
  return {
    count,
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    uvs: new Float32Array(2 * count),
    boneIndices: new Uint16Array(2 * count),
    weights: new Uint8Array(count),
    edgeFlags: new Uint8Array(count),
  };
}

function readBytes(fields: FieldReader, at: number, vertices: PmdVertices): void {
  const { view } = fields.file;
  const { count, boneIndices, weights, edgeFlags } = vertices;
  for (let i = 0, start = at; i < count; i++, start += VERTEX_BYTES) {
    boneIndices[2 * i] = view.getUint16(start + VERTEX.bones, true);
    boneIndices[2 * i + 1] = view.getUint16(start + VERTEX.bones + 2, true);
    weights[i] = view.getUint8(start + VERTEX.weight);
    edgeFlags[i] = view.getUint8(start + VERTEX.edgeFlag);
  }
}

/** Reports vertices that follow a bone which is not there; FFFF is none. */
export function checkVertexBones(
  fields: FieldReader,
  { boneIndices }: PmdVertices,
  records: Records,
  boneCount: number,
): void {
  const isBad = (bone: number): boolean => bone >= boneCount && bone !== 0xffff;
  fields.reportEach(
    'bad-index',
    records,
    'bones',
    VERTEX.bones,
    `points beyond the ${boneCount} bones`,
    (i) => isBad(boneIndices[2 * i]) || isBad(boneIndices[2 * i + 1]),
  );
}

/** Reads the triangles. */
export function readIndices(fields: FieldReader, vertexCount: number): Uint16Array {
  const section = 'indices';
  const count = fields.count(section, 4);
  const at = fields.claim(section, count * INDEX_BYTES);
  const indices = new Uint16Array(count);
  const { view } = fields.file;
  for (let i = 0; i < count; i++) indices[i] = view.getUint16(at + i * INDEX_BYTES, true);
  fields.reportEach(
    'bad-index',
    { section, at, recordBytes: INDEX_BYTES, count },
    '',
    0,
    `points beyond the ${vertexCount} vertices`,
    (i) => indices[i] >= vertexCount,
  );
  return indices;
}

/** Writes the vertices. */
export function writeVertices(fields: FieldWriter, vertices: PmdVertices): void {
  const { count, boneIndices, weights, edgeFlags } = vertices;
  const { file } = fields;
  const positions = wordsOf(vertices.positions);
  const normals = wordsOf(vertices.normals);
  const uvs = wordsOf(vertices.uvs);
  fields.count('vertices', count, 4);
  for (let i = 0; i < count; i++) {
    file.words(positions, 3 * i, 3);
    file.words(normals, 3 * i, 3);
    file.words(uvs, 2 * i, 2);
    fields.u16(boneIndices[2 * i]);
    fields.u16(boneIndices[2 * i + 1]);
    fields.u8(weights[i]);
    fields.u8(edgeFlags[i]);
  }
}

/** Writes the triangles. */
export function writeIndices(fields: FieldWriter, indices: Uint16Array): void {
  fields.count('indices', indices.length, 4);
  for (const index of indices) fields.u16(index);
}
