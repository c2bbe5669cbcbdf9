import type { Rig } from '../rig/index.js';
import { multiply } from '../rotation.js';

/** Radians for `turnAbout`: a number that is passed as an argument may become garbage. */
export const turnAngle: Float64Array = /* @__PURE__ */ new Float64Array(1);

/**
 * Turns a bone of a pose by `turnAngle` about x, y or z (0, 1, 2): about the axis of its parent, after what
 * the pose does, or about its own, before that. −1: there is no bone.
 */
export function turnAbout(rig: Rig, bone: number, axis: number, isParent: boolean): void {
  if (bone < 0) return;
  const angle = turnAngle[0];
  const { rotations } = rig.pose;
  turn.fill(0);
  turn[axis] = Math.sin(angle / 2);
  turn[3] = Math.cos(angle / 2);
  if (isParent) multiply(turn, 0, rotations, 4 * bone, rotations, 4 * bone);
  else multiply(rotations, 4 * bone, turn, 0, rotations, 4 * bone);
}

const turn = /* @__PURE__ */ new Float64Array(4);
