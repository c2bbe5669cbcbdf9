import { findVertexList, readVertexList, type VertexListRange } from './element-lists.js';
import type { PmxReader } from './pmx-reader.js';
import type { Pmx } from './pmx.js';
import { findVertices, readVertices, type VertexRanges } from './vertices.js';

/** Half of what a model's file holds, and what bones, morphs and physics do without. */
export type Geometry = Pick<Pmx, 'vertices' | 'indices'>;

/** Where the geometry of a file is. */
export interface GeometryRanges {
  readonly vertices: VertexRanges;
  readonly indices: VertexListRange;
}

/** Moves past vertices and indices, which can then be read without an error. O(vertices). */
export function findGeometry(reader: PmxReader, additionalUvCount: number): GeometryRanges {
  const vertices = findVertices(reader, additionalUvCount);
  reader.enter('indices');
  return { vertices, indices: findVertexList(reader, '') };
}

/** Reads what {@link findGeometry} found, and warns of what is odd about it. O(vertices). */
export function readGeometry(reader: PmxReader, ranges: GeometryRanges): Geometry {
  const vertices = readVertices(reader, ranges.vertices);
  reader.enter('indices');
  const { at, count } = ranges.indices;
  const indices = readVertexList(reader, ranges.indices, '');
  if (count % 3 !== 0) reader.warn('odd-value', 'count', `is ${count}, not a multiple of 3`, at - 4);
  return { vertices, indices };
}
