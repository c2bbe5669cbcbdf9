import { updateWorldTransforms } from './evaluate-bones.js';
import type { IkDefinition } from './rig-definition.js';
import type { RigState } from './rig-state.js';
import { invert, multiply } from '../rotation.js';
import { turnLink } from './turn-link.js';

/**
 * Solves one IK as MMD does: cyclic coordinate descent on the stored transforms of the bones.
 *
 * Each step rotates one link so that the effector comes to lie in the direction of the goal. It then
 * refreshes the link, the links below it and the effector from the stored transforms of their parents; all
 * other bones stay stale. The whole solve ends when any link finds nothing to rotate; there is no test of
 * distance. Allocates nothing; O(iterations · links²).
 *
 * @see Measured on MMD 9.31, `pnpm fidelity`: ankles and toes of a PMX within 0.01° in the median.
 */
export function solveIk(state: RigState, ik: IkDefinition): void {
  const { links, iterations } = ik;
  const { isHeld } = state.held;
  const end = iterations + state.options.extraIterations;
  for (let i = 0; i < links.length; i++) startLink(state, links[i].bone);
  solving: for (let iteration = 0; iteration < end; iteration++) {
    for (let i = 0; i < links.length; i++) {
      const link = links[i];
      if (link.limits?.isLocked || isHeld[link.bone] === 1) continue;
      if (!turnLink(state, ik, link, iteration < iterations >> 1)) break solving;
      updateWorldTransforms(state, ik.chain, links.length - 1 - i);
    }
  }
  for (let i = 0; i < links.length; i++) storeIkRotation(state, links[i].bone);
}

/**
 * Starts a link without the rotation that another IK may have given it. Its world transform stays as stored.
 */
function startLink({ rotations, localRotations, isReflected }: RigState, bone: number): void {
  for (let i = 4 * bone; i < 4 * bone + 4; i++) localRotations[i] = rotations[i];
  isReflected[bone] = 0;
}

/** IK = local · rotation⁻¹ */
function storeIkRotation({ rotations, localRotations, ikRotations }: RigState, bone: number): void {
  invert(rotations, 4 * bone, inverse, 0);
  multiply(localRotations, 4 * bone, inverse, 0, ikRotations, 4 * bone);
}

const inverse = /* @__PURE__ */ new Float64Array(4);
