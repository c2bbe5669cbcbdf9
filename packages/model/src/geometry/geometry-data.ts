import { wordsOf } from '@odori/format/internal';
import type { Pmx } from '@odori/format';
import { flipTriangles } from '@odori/runtime/internal';
import { finiteColumn, flippedColumn } from './columns.js';
import { sdefColumn } from './sdef-column.js';
import { skinColumns } from './skin-columns.js';

/**
 * All vertices of a model, and the triangles of each material, as plain columns; three's space, MMD units.
 *
 *     position 3, normal 3, uv 2 (v points down, as in images), edgeScale 1,
 *     uv1 … uv4 4 each: the additional UVs that the model has,
 *     skinIndex 4, skinWeight 4: see skin-columns.ts
 */
export interface GeometryData {
  readonly columns: readonly VertexColumn[];
  /** See sdef-column.ts. */
  readonly sdef: Float32Array | undefined;
  /** Three for each triangle. */
  readonly index: Uint16Array | Uint32Array;
  /** Of each material: its part of `index`. */
  readonly groups: readonly { readonly start: number; readonly count: number }[];
}

/** `size` numbers per vertex. */
export interface VertexColumn {
  readonly name: string;
  readonly size: number;
  readonly numbers: Float32Array | Uint16Array | Uint32Array;
}

/**
 * Copies the vertices and triangles of a document. Numbers that are not finite become 0. A triangle with an
 * index out of range becomes a point. O(vertices + triangles).
 */
export function geometryData(pmx: Pmx): GeometryData {
  const { vertices, bones } = pmx;
  const columns: VertexColumn[] = [
    { name: 'position', size: 3, numbers: flippedColumn(vertices.positions) },
    { name: 'normal', size: 3, numbers: flippedColumn(vertices.normals) },
    { name: 'uv', size: 2, numbers: finiteColumn(vertices.uvs) },
    { name: 'edgeScale', size: 1, numbers: finiteColumn(vertices.edgeScales) },
  ];
  for (let channel = 1; channel <= vertices.additionalUvCount; channel++) {
    columns.push({ name: `uv${channel}`, size: 4, numbers: additionalUv(pmx, channel) });
  }
  const { skinIndices, skinWeights } = skinColumns(vertices, bones.length);
  columns.push({ name: 'skinIndex', size: 4, numbers: skinIndices });
  columns.push({ name: 'skinWeight', size: 4, numbers: skinWeights });
  return { columns, sdef: sdefColumn(vertices, bones.length), ...triangles(pmx) };
}

/** The file stores all additional UVs of a vertex together. */
function additionalUv({ vertices }: Pmx, channel: number): Float32Array {
  const { count, additionalUvCount, additionalUvs } = vertices;
  if (additionalUvCount === 1) return finiteColumn(additionalUvs);
  const column = new Float32Array(4 * count);
  const words = wordsOf(column);
  const all = wordsOf(additionalUvs);
  const perVertex = 4 * additionalUvCount;
  for (let to = 0, from = 4 * (channel - 1); to < words.length; to += 4, from += perVertex) {
    words[to] = all[from];
    words[to + 1] = all[from + 1];
    words[to + 2] = all[from + 2];
    words[to + 3] = all[from + 3];
  }
  return finiteColumn(column);
}

/** Groups end with the last triangle, whatever the materials claim. */
function triangles({ vertices, indices, materials }: Pmx): Pick<GeometryData, 'index' | 'groups'> {
  const { count } = vertices;
  const length = 3 * Math.floor(indices.length / 3);
  const corners = indices.subarray(0, length);
  // In 16 bits, 0xffff is not a vertex: the GPU restarts the primitive there.
  const index = count <= 0xffff ? new Uint16Array(corners) : new Uint32Array(corners);
  if (highestOf(corners) >= count) {
    // A driver refuses the whole draw call for one index out of range, so such a triangle becomes a point.
    for (let i = 0; i < length; i += 3)
      if (highestOf(corners.subarray(i, i + 3)) >= count) index.fill(0, i, i + 3);
  }
  flipTriangles(index);
  let start = 0;
  const groups = materials.map(({ indexCount }) => {
    const first = start;
    start = Math.min(first + 3 * Math.floor(Math.max(indexCount, 0) / 3), length);
    return { start: first, count: start - first };
  });
  return { index, groups };
}

function highestOf(numbers: Uint32Array): number {
  let highest = 0;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] > highest) highest = numbers[i];
  return highest;
}
