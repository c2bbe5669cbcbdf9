import type { Writable } from '../motion/sample-bone.js';
import type { Rig } from './rig.js';
import { invert, multiply, rotateVector } from '../rotation.js';

/**
 * Reads a solved bone relative to its parent: its translation from rest into `outPosition`, x y z, and its
 * rotation into `outRotation`, x y z w. These are the values of a keyframe that gives the same pose without
 * IK and append.
 *
 * Three's space, MMD units. Returns `outRotation`. Allocates nothing.
 *
 * @example
 * rig.solve();
 * rig.solveAfterPhysics();
 * readLocalPose(rig, rig.boneIndex('左ひざ'), position, rotation); // → [0.38, 0, 0, 0.92]: the left knee, bent by its IK
 */
export function readLocalPose<R extends Writable>(
  { definition, worldPositions, worldRotations }: Rig,
  bone: number,
  outPosition: Writable,
  outRotation: R,
): R {
  const parent = definition.parents[bone];
  for (let axis = 0; axis < 3; axis++) position[axis] = worldPositions[3 * bone + axis];
  for (let j = 0; j < 4; j++) rotation[j] = worldRotations[4 * bone + j];
  if (parent >= 0) {
    for (let axis = 0; axis < 3; axis++) position[axis] -= worldPositions[3 * parent + axis];
    invert(worldRotations, 4 * parent, intoParent, 0);
    rotateVector(intoParent, 0, position, 0, position, 0);
    multiply(intoParent, 0, rotation, 0, rotation, 0);
  }
  for (let axis = 0; axis < 3; axis++) {
    outPosition[axis] = position[axis] - definition.restOffsets[3 * bone + axis];
  }
  for (let j = 0; j < 4; j++) outRotation[j] = rotation[j];
  return outRotation;
}

const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const intoParent = /* @__PURE__ */ new Float64Array(4);
