import type { Pmx } from '@odori/format';

/** What is drawn with one material: its triangles, and the vertices that they need. */
export interface MeshPart {
  readonly material: number;
  /** Into the vertices of the model, ascending. */
  readonly vertices: Uint32Array;
  /** `3 * triangles`, into `vertices`, counter-clockwise seen from outside. */
  readonly indices: Uint16Array | Uint32Array;
}

/** In 16 bits, 0xffff is not a vertex: it restarts the primitive. */
const MOST_16_BIT = 0xffff;

/**
 * Distributes a model over its materials, so that viewers keep the morphs of a face for the face alone.
 * Triangles with missing vertices are left out, and so are materials without triangles. O(triangles · log
 * vertices).
 */
export function createMeshParts({ vertices, indices, materials }: Pmx): MeshPart[] {
  let start = 0;
  return materials.flatMap(({ indexCount }, material) => {
    const end = Math.min(
      start + 3 * Math.floor(Math.max(indexCount, 0) / 3),
      indices.length - (indices.length % 3),
    );
    const triangles: number[] = [];
    for (let i = start; i < end; i += 3) {
      const [a, b, c] = [indices[i], indices[i + 1], indices[i + 2]];
      // the mirror turns them over
      if (a < vertices.count && b < vertices.count && c < vertices.count) triangles.push(a, c, b);
    }
    start = end;
    return triangles.length > 0 ? [partOf(material, triangles, vertices.count)] : [];
  });
}

function partOf(material: number, triangles: readonly number[], vertexCount: number): MeshPart {
  const place = new Int32Array(vertexCount).fill(-1);
  for (const vertex of triangles) place[vertex] = 0;
  const used: number[] = [];
  place.forEach((isUsed, vertex) => {
    if (isUsed === 0) place[vertex] = used.push(vertex) - 1;
  });
  const indices =
    used.length <= MOST_16_BIT ? new Uint16Array(triangles.length) : new Uint32Array(triangles.length);
  triangles.forEach((vertex, i) => (indices[i] = place[vertex]));
  return { material, vertices: Uint32Array.from(used), indices };
}
