import { wordsOf } from '@odori/format/internal';
import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import type { GeometryData } from '../geometry/geometry-data.js';

/** Further materials have no edge: the rows of pixels that every graphics card takes. */
export const MAX_EDGES = 2048;

/**
 * How the edges of a model are drawn: those of neighboring materials in one draw call, in the order of the
 * file.
 *
 * A vertex names the material whose edge it has. Where materials share vertices, the later ones are drawn by
 * themselves.
 */
export interface EdgeGroups {
  /** The material of each vertex; 1 number. */
  readonly edgeMaterial: Float32Array;
  /** For each material: -1: it has no edge; 0: its vertices name it; 1 and more: it is `single[n - 1]`. */
  readonly kinds: readonly number[];
  /** The materials that are drawn by themselves. */
  readonly single: readonly number[];
}

/** O(vertices + triangles). */
export function createEdgeGroups(
  { index, groups }: Pick<GeometryData, 'index' | 'groups'>,
  materials: readonly PmxMaterial[],
  vertexCount: number,
): EdgeGroups {
  const edgeMaterial = new Float32Array(vertexCount).fill(-1);
  const words = wordsOf(edgeMaterial);
  const single: number[] = [];
  const kinds = groups.map(({ start, count }, material) => {
    if ((materials[material].flags & PMX_MATERIAL.edge) === 0 || material >= MAX_EDGES) return -1;
    const corners = index.subarray(start, start + count);
    if (hasNamed(words, corners)) return single.push(material);
    nameAll(edgeMaterial, corners, material);
    return 0;
  });
  return { edgeMaterial, kinds, single };
}

/* Loops in separate functions: there are tens of thousands of corners, and a call for each takes longer. */

/** `words`: the bits of the materials, negative as they are. */
function hasNamed(words: Int32Array, corners: Uint16Array | Uint32Array): boolean {
  for (let i = 0; i < corners.length; i++) if (words[corners[i]] >= 0) return true;
  return false;
}

function nameAll(edgeMaterial: Float32Array, corners: Uint16Array | Uint32Array, material: number): void {
  for (let i = 0; i < corners.length; i++) edgeMaterial[corners[i]] = material;
}
