import type { Pmx } from '@odori/format';
import { flipTriangles } from '@odori/runtime';
import { BufferAttribute, type BufferGeometry } from 'three';

/** Adds the index and a group for each material; what materials claim beyond the triangles is not there. */
export function addTriangles(geometry: BufferGeometry, { vertices, indices, materials }: Pmx): void {
  const { count } = vertices;
  const triangles = 3 * Math.floor(indices.length / 3);
  // Of 16 bits 0xffff is no vertex: the GPU restarts there.
  const column = count <= 0xffff ? new Uint16Array(triangles) : new Uint32Array(triangles);
  for (let i = 0; i < triangles; i += 3) {
    // A driver refuses a whole draw for one index out of range: such a triangle becomes a point.
    if (indices[i] >= count || indices[i + 1] >= count || indices[i + 2] >= count) continue;
    for (let k = i; k < i + 3; k++) column[k] = indices[k];
  }
  flipTriangles(column);
  geometry.setIndex(new BufferAttribute(column, 1));
  let start = 0;
  materials.forEach(({ indexCount }, i) => {
    const end = Math.min(start + 3 * Math.floor(Math.max(indexCount, 0) / 3), triangles);
    geometry.addGroup(start, end - start, i);
    start = end;
  });
}
