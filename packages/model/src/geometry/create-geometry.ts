import type { Pmx } from '@odori/format';
import { flipTriangles } from '@odori/runtime';
import { BufferAttribute, BufferGeometry } from 'three';
import { finiteColumn, flippedColumn } from './columns.js';
import { addSdefAttributes } from './sdef-attributes.js';
import { addSkinAttributes } from './skin-attributes.js';

/**
 * All vertices of a model, and one group per material, in file order; three's space, MMD units.
 *
 * The body, its outline and its ground shadow share one geometry:
 *
 *     position 3, normal 3, uv 2 (v points down, as in images), skinIndex 4, skinWeight 4, edgeScale 1,
 *     uv1 … uv4 4 each: the additional UVs that the model has,
 *     sdefCenter 4 (w: 1 where a vertex is SDEF), sdefArm0 3, sdefArm1 3, in one buffer: only if the model has SDEF vertices
 *
 * The document is not changed. Numbers that are not finite become 0. A triangle with an index out of range becomes a
 * point. O(vertices + triangles).
 */
export function createGeometry(pmx: Pmx): BufferGeometry {
  const { vertices, bones } = pmx;
  const geometry = new BufferGeometry();
  const add = (name: string, column: Float32Array, size: number): void => {
    geometry.setAttribute(name, new BufferAttribute(column, size));
  };
  add('position', flippedColumn(vertices.positions), 3);
  add('normal', flippedColumn(vertices.normals), 3);
  add('uv', finiteColumn(vertices.uvs), 2);
  add('edgeScale', finiteColumn(vertices.edgeScales), 1);
  for (let channel = 1; channel <= vertices.additionalUvCount; channel++) {
    add(`uv${channel}`, additionalUv(pmx, channel), 4);
  }
  addSkinAttributes(geometry, vertices, bones.length);
  addSdefAttributes(geometry, vertices, bones.length);
  addTriangles(geometry, pmx);
  return geometry;
}

/** The file stores all additional UVs of a vertex together. */
function additionalUv({ vertices }: Pmx, channel: number): Float32Array {
  const { count, additionalUvCount, additionalUvs } = vertices;
  const column = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const start = 4 * (additionalUvCount * i + channel - 1);
    for (let k = 0; k < 4; k++) column[4 * i + k] = additionalUvs[start + k];
  }
  return finiteColumn(column);
}

/** Adds the index and one group per material. Groups end with the last triangle, whatever the materials claim. */
function addTriangles(geometry: BufferGeometry, { vertices, indices, materials }: Pmx): void {
  const { count } = vertices;
  const triangles = 3 * Math.floor(indices.length / 3);
  // In 16 bits, 0xffff is not a vertex: the GPU restarts the primitive there.
  const column = count <= 0xffff ? new Uint16Array(triangles) : new Uint32Array(triangles);
  for (let i = 0; i < triangles; i += 3) {
    // A driver refuses the whole draw call for one index out of range, so such a triangle becomes a point.
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
