import { wordsOf } from '@odori/format/internal';
import type { Pmx, PmxUvMorph, PmxVertexMorph } from '@odori/format';
import { flipPositions } from '@odori/runtime/internal';
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

/**
 * The morphs of one UV channel. Channel 0 is the texture's and has 2 numbers per vertex, the others have 4.
 */
export function collectUvMorphs({ morphs, vertices }: Pmx, channel: number): SparseMorph[] {
  return morphs.flatMap((morph, index) => {
    if (morph.type !== 'uv' || morph.channel !== channel) return [];
    const sparse = checked(morph, index, 4, channel === 0 ? 2 : 4, vertices.count);
    return sparse.vertices.length > 0 ? sparse : [];
  });
}

/**
 * A morph without missing vertices, with the first `size` of `stride` numbers per vertex, all finite. A copy.
 */
function checked(
  { vertices, offsets }: PmxVertexMorph | PmxUvMorph,
  morph: number,
  stride: number,
  size: number,
  vertexCount: number,
): SparseMorph {
  const range = rangeOf(vertices);
  if (range.end <= vertexCount && offsets.length === stride * vertices.length) {
    const kept = size === stride ? offsets : narrow(offsets, stride, size);
    return { morph, vertices: vertices.slice(), offsets: finiteColumn(kept), range };
  }
  const kept = new Float32Array(size * vertices.length);
  const keptVertices = new Uint32Array(vertices.length);
  let count = 0;
  for (let entry = 0; entry < vertices.length; entry++) {
    const vertex = vertices[entry];
    if (vertex >= vertexCount) continue;
    keptVertices[count] = vertex;
    for (let k = 0; k < size; k++) kept[size * count + k] = offsets[stride * entry + k];
    count++;
  }
  const known = keptVertices.subarray(0, count);
  return {
    morph,
    vertices: known,
    offsets: finiteColumn(kept.subarray(0, size * count)),
    range: rangeOf(known),
  };
}

/** The first `size` of every `stride` numbers. */
function narrow(offsets: Float32Array, stride: number, size: number): Float32Array {
  const kept = new Float32Array((offsets.length / stride) * size);
  const words = wordsOf(kept);
  const all = wordsOf(offsets);
  for (let from = 0, to = 0; to < words.length; from += stride, to += size) {
    for (let k = 0; k < size; k++) words[to + k] = all[from + k];
  }
  return kept;
}

function rangeOf(vertices: Uint32Array): VertexRange {
  if (vertices.length === 0) return { first: Infinity, end: 0 };
  let first = vertices[0];
  let last = first;
  for (let i = 1; i < vertices.length; i++) {
    const vertex = vertices[i];
    if (vertex < first) first = vertex;
    if (vertex > last) last = vertex;
  }
  return { first, end: last + 1 };
}
