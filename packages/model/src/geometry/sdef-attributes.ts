import { type PmxVertices, SDEF } from '@odori/format';
import { flipPositions } from '@odori/runtime';
import { BufferAttribute, type BufferGeometry } from 'three';
import { finiteColumn } from './finite-column.js';

/*
 * SDEF: two bones, weights w0 and w1 = 1 − w0, and of the file C, R0, R1. The vertex turns about C by the mean of the two
 * turns, while C itself goes where the two bones take it; R0 and R1 correct that way, so that limbs keep their width:
 *
 *   Rw = w0·R0 + w1·R1
 *   A0 = (C + (C + R0 − Rw)) / 2,    A1 = (C + (C + R1 − Rw)) / 2
 *   v' = slerp(q0, q1, w1)·(v − C) + w0·M0·A0 + w1·M1·A1
 *
 * C, A0 and A1 do not change from frame to frame: they are what the GPU gets. At rest v' = v − C + w0·A0 + w1·A1 = v.
 */

/** Adds `sdefCenter` (C, and 1 where the vertex is SDEF), `sdefArm0` and `sdefArm1`, if there is such a vertex. */
export function addSdefAttributes(geometry: BufferGeometry, vertices: PmxVertices, boneCount: number): void {
  const { count, sdefVertices, sdefVectors } = vertices;
  if (sdefVertices.length === 0) return;
  const center = new Float32Array(4 * count);
  const arm0 = new Float32Array(3 * count);
  const arm1 = new Float32Array(3 * count);
  const vectors = finiteColumn(sdefVectors);
  flipPositions(vectors);
  sdefVertices.forEach((vertex, i) => {
    if (!isSpherical(vertices, vertex, boneCount)) return;
    const weight = vertices.boneWeights[4 * vertex];
    for (let axis = 0; axis < 3; axis++) {
      const c = vectors[9 * i + axis];
      const r0 = vectors[9 * i + 3 + axis];
      const r1 = vectors[9 * i + 6 + axis];
      const mean = weight * r0 + (1 - weight) * r1;
      center[4 * vertex + axis] = c;
      arm0[3 * vertex + axis] = c + (r0 - mean) / 2;
      arm1[3 * vertex + axis] = c + (r1 - mean) / 2;
    }
    center[4 * vertex + 3] = 1;
  });
  geometry.setAttribute('sdefCenter', new BufferAttribute(center, 4));
  geometry.setAttribute('sdefArm0', new BufferAttribute(arm0, 3));
  geometry.setAttribute('sdefArm1', new BufferAttribute(arm1, 3));
}

/** Both bones have to be there, and the weight a share; else it is skinned by what there is. */
function isSpherical(
  { count, weightTypes, boneIndices, boneWeights }: PmxVertices,
  vertex: number,
  boneCount: number,
) {
  const weight = boneWeights[4 * vertex];
  if (vertex >= count || weightTypes[vertex] !== SDEF || !(weight >= 0 && weight <= 1)) return false;
  return [0, 1].every((k) => boneIndices[4 * vertex + k] >= 0 && boneIndices[4 * vertex + k] < boneCount);
}
