import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { VERTEX_INDEX } from '../binary/record-layout.js';
import { type FormatWarning, WarningList } from '../errors.js';
import { withLateFields } from '../late-fields.js';
import { readVertexList } from './element-lists.js';
import { PmxReader } from './pmx-reader.js';
import type { Pmx } from './pmx.js';
import { findVertices, readVertices, type VertexPlaces } from './vertices.js';

/** Half of what a model's file holds, and what bones, morphs and physics do without. */
export type Geometry = Pick<Pmx, 'vertices' | 'indices'>;

/** Where the geometry of a file is. */
export interface GeometryPlaces {
  readonly vertices: VertexPlaces;
  readonly indexCount: number;
  readonly indicesAt: number;
  readonly end: number;
}

/** Moves past vertices and indices. They can be read later, without an error. O(vertices). */
export function findGeometry(reader: PmxReader, additionalUvCount: number): GeometryPlaces {
  const vertices = findVertices(reader, additionalUvCount);
  reader.enter('indices');
  const indicesAt = reader.offset;
  const size = reader.sizes[VERTEX_INDEX];
  const indexCount = reader.count('', size);
  reader.take(indexCount * size);
  reader.memory -= ARRAY_MEMORY + 4 * indexCount;
  return { vertices, indexCount, indicesAt, end: reader.offset };
}

/** Reads what {@link findGeometry} found, and warns of what is odd about it. O(vertices). */
export function readGeometry(reader: PmxReader, { vertices, indicesAt, end }: GeometryPlaces): Geometry {
  const { memory } = reader; // granted already
  reader.memory = Infinity;
  const read = { vertices: readVertices(reader, vertices), indices: readIndices(reader, indicesAt) };
  reader.memory = memory;
  reader.offset = end;
  return read;
}

function readIndices(reader: PmxReader, at: number): Uint32Array {
  reader.enter('indices');
  reader.offset = at;
  const indices = readVertexList(reader, '');
  if (indices.length % 3 !== 0)
    reader.warn('odd-value', 'count', `is ${indices.length}, not a multiple of 3`, at);
  return indices;
}

/**
 * Gives a document the geometry, and the warnings about it, which are read when they are first asked for. Until then it holds
 * a copy of that part of the file. `headerWarnings`: how many of its warnings are about what stands before the geometry.
 */
export function withLateGeometry<D extends { warnings: FormatWarning[] }>(
  document: D,
  reader: PmxReader,
  places: GeometryPlaces,
  headerWarnings: number,
  keepsBytes = false,
): D & Geometry {
  const part = reader.bytesAt(0, places.end);
  const kept = keepsBytes ? part : part.slice();
  const { counts, sizes } = reader;
  const { warnings } = document;
  return withLateFields(document, ['vertices', 'indices', 'warnings'], () => {
    const late = new PmxReader(kept, new WarningList());
    late.sizes = sizes;
    late.counts.splice(0, counts.length, ...counts);
    const geometry = readGeometry(late, places);
    warnings.splice(headerWarnings, 0, ...late.warnings.list);
    return { ...geometry, warnings };
  });
}
