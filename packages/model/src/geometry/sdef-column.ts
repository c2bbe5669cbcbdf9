import type { PmxVertices } from '@odori/format';
import { SDEF } from '@odori/format/internal';
import { flippedColumn } from './columns.js';

/*
 * SDEF: a vertex has two bones with the weights w0 and w1 = 1 − w0, and the points C, R0 and R1 from the
 * file. It rotates about C by the mean of the two bones' rotations q0 and q1. C itself moves with the two
 * bones' matrices M0 and M1; R0 and R1 correct its path, so that limbs keep their width:
 *
 *   Rw = w0·R0 + w1·R1
 *   A0 = (C + (C + R0 − Rw)) / 2,    A1 = (C + (C + R1 − Rw)) / 2
 *   q  = normalize(w0·q0 ± w1·q1), with the sign that makes the way from q0 to q1 the short one
 *   v' = q·(v − C) + w0·M0·A0 + w1·M1·A1
 *
 * C, A0 and A1 do not change from frame to frame, so the GPU gets these. At rest v' = v − C + w0·A0 + w1·A1 =
 * v.
 */

/** C, 1 where the vertex is SDEF, A0 and A1. */
export const SDEF_STRIDE = 10;

/**
 * C (and then 1 where the vertex is SDEF), A0 and A1 of each vertex, `10 * count`; undefined if no vertex is
 * SDEF.
 */
export function sdefColumn(vertices: PmxVertices, boneCount: number): Float32Array | undefined {
  const { count, sdefVertices, sdefVectors } = vertices;
  if (sdefVertices.length === 0) return undefined;
  const values = new Float32Array(SDEF_STRIDE * count);
  const vectors = flippedColumn(sdefVectors);
  sdefVertices.forEach((vertex, i) => {
    if (!isSpherical(vertices, vertex, boneCount)) return;
    const weight = vertices.boneWeights[4 * vertex];
    const start = SDEF_STRIDE * vertex;
    for (let axis = 0; axis < 3; axis++) {
      const c = vectors[9 * i + axis];
      const r0 = vectors[9 * i + 3 + axis];
      const r1 = vectors[9 * i + 6 + axis];
      const mean = weight * r0 + (1 - weight) * r1;
      values[start + axis] = c;
      values[start + 4 + axis] = c + (r0 - mean) / 2;
      values[start + 7 + axis] = c + (r1 - mean) / 2;
    }
    values[start + 3] = 1;
  });
  return values;
}

/**
 * SDEF needs two existing bones and a weight from 0 to 1; any other vertex is skinned linearly with the bones
 * it has.
 */
function isSpherical(
  { count, weightTypes, boneIndices, boneWeights }: PmxVertices,
  vertex: number,
  boneCount: number,
) {
  const weight = boneWeights[4 * vertex];
  if (vertex >= count || weightTypes[vertex] !== SDEF || !(weight >= 0 && weight <= 1)) return false;
  return [0, 1].every((k) => boneIndices[4 * vertex + k] >= 0 && boneIndices[4 * vertex + k] < boneCount);
}
