import type { Pmx, PmxUvMorph, PmxVertexMorph } from '@odori/format';
import { flipPositions, type MorphDefinition } from '@odori/runtime';
import { finiteColumn } from '../geometry/finite-column.js';
import type { SparseMorph, VertexRange } from './sparse-morphs.js';

/** The vertex morphs of a model, in three's space. Vertices that the model lacks are left out. */
export function collectVertexMorphs({ morphs, vertices }: Pmx): SparseMorph[] {
  return morphs.flatMap((morph, index) => {
    if (morph.type !== 'vertex') return [];
    const sparse = sound(morph, index, 3, 3, vertices.count);
    flipPositions(sparse.offsets);
    return sparse.vertices.length > 0 ? sparse : [];
  });
}

/** The morphs of one UV channel; channel 0 is the texture's and has two numbers a vertex, the others have four. */
export function collectUvMorphs({ morphs, vertices }: Pmx, channel: number): SparseMorph[] {
  return morphs.flatMap((morph, index) => {
    if (morph.type !== 'uv' || morph.channel !== channel) return [];
    const sparse = sound(morph, index, 4, channel === 0 ? 2 : 4, vertices.count);
    return sparse.vertices.length > 0 ? sparse : [];
  });
}

/** Takes the first `size` of `stride` numbers of each vertex that is there. */
function sound(
  { vertices, offsets }: PmxVertexMorph | PmxUvMorph,
  morph: number,
  stride: number,
  size: number,
  vertexCount: number,
): SparseMorph {
  const places = Uint32Array.from(vertices.keys()).filter((place) => vertices[place] < vertexCount);
  const kept = new Float32Array(size * places.length);
  for (let i = 0; i < kept.length; i++) kept[i] = offsets[stride * places[Math.floor(i / size)] + (i % size)];
  const own = places.map((place) => vertices[place]);
  return { morph, vertices: own, offsets: finiteColumn(kept), range: rangeOf(own) };
}

function rangeOf(vertices: Uint32Array): VertexRange {
  const range = { first: Infinity, end: 0 };
  for (const vertex of vertices) {
    range.first = Math.min(range.first, vertex);
    range.end = Math.max(range.end, vertex + 1);
  }
  return range;
}

/** How far the morphs, all at once at weight 1 and driven by all groups too, can take each vertex: `vertexCount`. */
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
