import type { Pmx } from '@odori/format';
import { flipPositions } from '@odori/runtime';
import { BufferAttribute, BufferGeometry } from 'three';
import { finiteColumn } from './finite-column.js';
import { addSdefAttributes } from './sdef-attributes.js';
import { addSkinAttributes } from './skin-attributes.js';
import { addTriangles } from './triangles.js';

/**
 * All vertices of a model, and a group for each of its materials, in their order; three's space, MMD units.
 *
 * One geometry serves the body, its outline and its shadow:
 *
 *     position 3, normal 3, uv 2 (v downwards, as images lie), skinIndex 4, skinWeight 4, edgeScale 1,
 *     uv1 … uv4 4 each: the additional UVs that the model has,
 *     sdefCenter 4 (w: 1 where a vertex is SDEF), sdefArm0 3, sdefArm1 3: only if there are such
 *
 * The document is not touched. Numbers that are not finite are 0, a triangle that points outside is no triangle.
 * O(vertices + triangles).
 */
export function createGeometry(pmx: Pmx): BufferGeometry {
  const { vertices, bones } = pmx;
  const geometry = new BufferGeometry();
  const add = (name: string, column: Float32Array, size: number): void => {
    geometry.setAttribute(name, new BufferAttribute(column, size));
  };
  add('position', mirrored(vertices.positions), 3);
  add('normal', mirrored(vertices.normals), 3);
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

function mirrored(vectors: Float32Array): Float32Array {
  const column = finiteColumn(vectors);
  flipPositions(column);
  return column;
}

/** In the file all of a vertex lie together. */
function additionalUv({ vertices }: Pmx, channel: number): Float32Array {
  const { count, additionalUvCount, additionalUvs } = vertices;
  const column = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const start = 4 * (additionalUvCount * i + channel - 1);
    for (let k = 0; k < 4; k++) column[4 * i + k] = additionalUvs[start + k];
  }
  return finiteColumn(column);
}
