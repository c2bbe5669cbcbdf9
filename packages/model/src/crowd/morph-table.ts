import { DataTexture, Float32BufferAttribute, FloatType, RGBAFormat } from 'three';
import type { SparseMorph } from '../morphs/sparse-morphs.js';

/**
 * Texels of a row of the texture. Graphics cards take 8192 rows: as many texels as a 32-bit number counts
 * exactly.
 */
const WIDTH = 2048;

/** What morphs change in a vertex. */
export type MorphChannel = 'position' | 'uv' | 'uv1';

/** The order of the heads of a vertex. */
export const MORPH_CHANNELS: readonly MorphChannel[] = ['position', 'uv', 'uv1'];

/**
 * The morphs of a model by vertex, for shaders. Each texel is four numbers:
 *
 * - the heads of a vertex, one for each of {@link MORPH_CHANNELS}: the index of its first entry, and the
 *   number of its entries;
 * - an entry: x y z of an offset, and the index of the morph.
 *
 * The first heads are those of all vertices that no morph moves.
 */
export interface MorphTable {
  readonly texture: DataTexture;
  /** For each vertex, the index of its first head. */
  readonly heads: Float32BufferAttribute;
}

/** Creates the table. `morphed`: the morphs of each attribute. O(vertices + offsets). */
export function createMorphTable(
  morphed: ReadonlyMap<string, readonly SparseMorph[]>,
  vertexCount: number,
): MorphTable {
  const heads = new Float32BufferAttribute(vertexCount, 1);
  const vertices = movedVertices(morphed, vertexCount);
  const headCount = MORPH_CHANNELS.length * (vertices.length + 1);
  vertices.forEach((vertex, i) => heads.setX(vertex, MORPH_CHANNELS.length * (i + 1)));
  const texels = createTexels(headCount + countOffsets(morphed));
  let end = headCount;
  MORPH_CHANNELS.forEach((channel, offset) => {
    end = writeEntries(texels, morphed.get(channel) ?? [], heads, offset, end);
  });
  const texture = new DataTexture(texels, WIDTH, texels.length / (4 * WIDTH), RGBAFormat, FloatType);
  texture.needsUpdate = true;
  return { texture, heads };
}

function createTexels(count: number): Float32Array {
  return new Float32Array(4 * WIDTH * Math.ceil(count / WIDTH));
}

function countOffsets(morphed: ReadonlyMap<string, readonly SparseMorph[]>): number {
  return [...morphed.values()].flat().reduce((sum, { vertices }) => sum + vertices.length, 0);
}

/** The vertices that any morph moves. */
function movedVertices(morphed: ReadonlyMap<string, readonly SparseMorph[]>, vertexCount: number): number[] {
  const isMoved = new Uint8Array(vertexCount);
  for (const { vertices } of [...morphed.values()].flat()) for (const vertex of vertices) isMoved[vertex] = 1;
  return [...isMoved.keys()].filter((vertex) => isMoved[vertex] === 1);
}

/**
 * Writes the entries of a channel from texel `begin` on, and the heads of its vertices. Returns the texel
 * after the last one.
 */
function writeEntries(
  texels: Float32Array,
  morphs: readonly SparseMorph[],
  heads: Float32BufferAttribute,
  channel: number,
  begin: number,
): number {
  const headOf = (vertex: number): number => 4 * (heads.getX(vertex) + channel);
  for (const { vertices } of morphs) for (const vertex of vertices) texels[headOf(vertex) + 1]++;
  let end = begin;
  for (const { vertices } of morphs) {
    for (const vertex of vertices) {
      const head = headOf(vertex);
      if (texels[head] !== 0) continue;
      texels[head] = end;
      end += texels[head + 1];
      texels[head + 1] = 0; // counts again below
    }
  }
  for (const { morph, vertices, offsets } of morphs) {
    const size = offsets.length / vertices.length;
    vertices.forEach((vertex, i) => {
      const head = headOf(vertex);
      const entry = 4 * (texels[head] + texels[head + 1]++);
      for (let k = 0; k < Math.min(size, 3); k++) texels[entry + k] = offsets[size * i + k];
      texels[entry + 3] = morph;
    });
  }
  return end;
}
