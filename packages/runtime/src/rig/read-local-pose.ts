import type { Writable } from '../motion/sample-bone.js';
import { invert, multiply, turnVector } from './rotation.js';
import type { Rig } from './rig.js';

/**
 * Where a solved bone stands beside its parent: its move from rest into `outPosition`, x y z, its turn into
 * `outRotation`, x y z w. What a key would say if there were no IK and no append.
 *
 * Three's space, MMD units. Returns `outRotation`. Allocates nothing.
 *
 * @example
 * rig.solve();
 * rig.solveAfterPhysics();
 * readLocalPose(rig, rig.boneIndex('左ひざ'), position, rotation); // 左ひざ (left knee) → [0.38, 0, 0, 0.92], bent by its IK
 */
export function readLocalPose<R extends Writable>(
  { definition, worldPositions, worldRotations }: Rig,
  bone: number,
  outPosition: Writable,
  outRotation: R,
): R {
  const parent = definition.parents[bone];
  for (let axis = 0; axis < 3; axis++) offset[axis] = worldPositions[3 * bone + axis];
  for (let j = 0; j < 4; j++) turn[j] = worldRotations[4 * bone + j];
  if (parent >= 0) {
    for (let axis = 0; axis < 3; axis++) offset[axis] -= worldPositions[3 * parent + axis];
    invert(worldRotations, 4 * parent, intoParent, 0);
    turnVector(intoParent, 0, offset, 0, offset, 0);
    multiply(intoParent, 0, turn, 0, turn, 0);
  }
  for (let axis = 0; axis < 3; axis++) {
    outPosition[axis] = offset[axis] - definition.restOffsets[3 * bone + axis];
  }
  for (let j = 0; j < 4; j++) outRotation[j] = turn[j];
  return outRotation;
}

const offset = /* @__PURE__ */ new Float64Array(3);
const turn = /* @__PURE__ */ new Float64Array(4);
const intoParent = /* @__PURE__ */ new Float64Array(4);
