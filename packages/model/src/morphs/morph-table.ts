import { DataTexture, FloatType, RGBAFormat } from 'three';
import type { SparseMorph } from './sparse-morphs.js';

/**
 * Texels of a row of the texture. Graphics cards take 8192 rows: as many texels as a 32-bit number counts
 * exactly.
 */
const WIDTH = 2048;
const MAX_TEXELS = WIDTH * 8192;

/** What morphs change in a vertex. */
export type MorphChannel = 'position' | 'uv' | 'uv1';

/** The order of the heads of a vertex. */
export const MORPH_CHANNELS: readonly MorphChannel[] = ['position', 'uv', 'uv1'];

/** Whether shaders apply the morphs of an attribute. */
export function isMorphChannel(name: string): name is MorphChannel {
  return MORPH_CHANNELS.includes(name as MorphChannel);
}

/** The morphs of each attribute. */
type Morphed = readonly { readonly name: string; readonly morphs: readonly SparseMorph[] }[];

/** The morphs of a model by vertex, for shaders. */
export interface MorphTable {
  /**
   * Each texel is four numbers:
   *
   * - the heads of a vertex, one for each of {@link MORPH_CHANNELS}: the index of its first entry, and the
   *   number of its entries;
   * - an entry: x y z of an offset, and where its weight is, see `writePose`.
   *
   * The first heads are those of all vertices that no morph moves.
   */
  readonly texels: Float32Array;
  /** For each vertex, the index of its first head; 0 if no morph moves it. */
  readonly heads: Float32Array;
}

/**
 * Creates the table; undefined if no morph moves vertices or UVs, or if they move more than a texture holds.
 * `firstWeight`: where the weight of the first morph is. O(vertices + offsets).
 */
export function createMorphTable(
  all: Morphed,
  vertexCount: number,
  firstWeight: number,
): MorphTable | undefined {
  const morphed = all.filter(({ name }) => isMorphChannel(name));
  if (morphed.length === 0) return undefined;
  const heads = new Float32Array(vertexCount);
  const headCount = MORPH_CHANNELS.length * (1 + numberMoved(morphed, heads));
  const count = headCount + countOffsets(morphed);
  if (count > MAX_TEXELS) return undefined;
  const width = Math.min(count, WIDTH);
  const texels = new Float32Array(4 * width * Math.ceil(count / width));
  let end = headCount;
  for (const { name, morphs } of morphed) {
    const channel = MORPH_CHANNELS.indexOf(name as MorphChannel);
    end = writeEntries(texels, morphs, heads, { channel, firstWeight, begin: end });
  }
  return { texels, heads };
}

export function createMorphTexture({ texels }: MorphTable): DataTexture {
  const width = Math.min(texels.length / 4, WIDTH);
  const texture = new DataTexture(texels, width, texels.length / (4 * width), RGBAFormat, FloatType);
  texture.needsUpdate = true;
  return texture;
}

function countOffsets(morphed: Morphed): number {
  return morphed.flatMap(({ morphs }) => morphs).reduce((sum, { vertices }) => sum + vertices.length, 0);
}

/** Writes where the heads of each vertex that any morph moves are. Returns how many they are. */
function numberMoved(morphed: Morphed, heads: Float32Array): number {
  for (const { vertices } of morphed.flatMap(({ morphs }) => morphs))
    for (const vertex of vertices) heads[vertex] = 1;
  let count = 0;
  for (let vertex = 0; vertex < heads.length; vertex++) {
    if (heads[vertex] === 1) heads[vertex] = MORPH_CHANNELS.length * ++count;
  }
  return count;
}

/**
 * Writes the entries of a channel from texel `begin` on, and the heads of its vertices. Returns the texel
 * after the last one.
 */
function writeEntries(
  texels: Float32Array,
  morphs: readonly SparseMorph[],
  heads: Float32Array,
  { channel, firstWeight, begin }: { channel: number; firstWeight: number; begin: number },
): number {
  const headOf = (vertex: number): number => 4 * (heads[vertex] + channel);
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
      texels[entry + 3] = firstWeight + morph;
    });
  }
  return end;
}
