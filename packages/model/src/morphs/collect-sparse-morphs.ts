import type { Pmx, PmxUvMorph, PmxVertexMorph } from '@odori/format';
import { flipPositions, type MorphDefinition } from '@odori/runtime';
import { finiteColumn } from '../geometry/columns.js';
import type { SparseMorph, VertexRange } from './sparse-morphs.js';

/** The vertex morphs of a model, in three's space. Indices of missing vertices are left out. */
export function collectVertexMorphs({ morphs, vertices }: Pmx): SparseMorph[] {
  return morphs.flatMap((morph, index) => {
    if (morph.type !== 'vertex') return [];
    const sparse = checked(morph, index, 3, 3, vertices.count);
    flipPositions(sparse.offsets);
    return sparse.vertices.length > 0 ? sparse : [];
  });
}

/** The morphs of one UV channel. Channel 0 is the texture's and has 2 numbers per vertex, the others have 4. */
export function collectUvMorphs({ morphs, vertices }: Pmx, channel: number): SparseMorph[] {
  return morphs.flatMap((morph, index) => {
    if (morph.type !== 'uv' || morph.channel !== channel) return [];
    const sparse = checked(morph, index, 4, channel === 0 ? 2 : 4, vertices.count);
    return sparse.vertices.length > 0 ? sparse : [];
  });
}

/** A morph without missing vertices, with the first `size` of `stride` numbers per vertex, all finite. */
function checked(
  { vertices, offsets }: PmxVertexMorph | PmxUvMorph,
  morph: number,
  stride: number,
  size: number,
  vertexCount: number,
): SparseMorph {
  const entries = Uint32Array.from(vertices.keys()).filter((entry) => vertices[entry] < vertexCount);
  const kept = new Float32Array(size * entries.length);
  for (let i = 0; i < kept.length; i++)
    kept[i] = offsets[stride * entries[Math.floor(i / size)] + (i % size)];
  const keptVertices = entries.map((entry) => vertices[entry]);
  return { morph, vertices: keptVertices, offsets: finiteColumn(kept), range: rangeOf(keptVertices) };
}

function rangeOf(vertices: Uint32Array): VertexRange {
  const range = { first: Infinity, end: 0 };
  for (const vertex of vertices) {
    range.first = Math.min(range.first, vertex);
    range.end = Math.max(range.end, vertex + 1);
  }
  return range;
}

/** The largest distance by which the morphs can move each vertex, all at weight 1 and in all groups: `vertexCount` numbers. */
export function morphReach(
  morphs: readonly SparseMorph[],
  { groups, flips }: MorphDefinition,
  vertexCount: number,
): Float32Array {
  const driven = new Map<number, number>();
  for (const { children, weights } of [...groups, ...flips]) {
    children.forEach((child, i) => driven.set(child, (driven.get(child) ?? 0) + Math.abs(weights[i])));
  }
  const reach = new Float32Array(vertexCount);
  for (const { morph, vertices, offsets } of morphs) {
    const most = 1 + (driven.get(morph) ?? 0);
    vertices.forEach((vertex, i) => {
      reach[vertex] += most * Math.hypot(offsets[3 * i], offsets[3 * i + 1], offsets[3 * i + 2]);
    });
  }
  return reach;
}
