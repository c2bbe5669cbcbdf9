import type { Motion } from '../motion/motion.js';
import { bindMotion } from '../rig/bind-motion.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import { Rig } from '../rig/rig.js';
import { type BakedMotion, bakePoses, type BakeMotionOptions } from './bake-poses.js';

/**
 * The same motion without IK. The rotations that IK gives its links become keyframes, with straight lines
 * between as few as the tolerance allows, and property keyframes switch all IK off. All other bones keep
 * their keyframes and curves.
 *
 * Every whole frame near keyframes is solved, and between distant keyframes as many as there are bends: the
 * work depends on the keyframes, not on the length. The result is played on the same model with IK off (and
 * without append, if `append` is `motion`) and compared with the original at each of those frames.
 *
 * @throws RangeError if a tolerance is not above 0, or too small for 32-bit keyframes; if the last keyframe
 * is beyond frame 2³¹ − 1, the last of MMD; if it needs more than 200,000 poses; if the replay cannot be
 * brought within the tolerance.
 * @example
 * const { vmd, error } = bakeMotion(motion, createRigDefinition(parsePmx(bytes)));
 * error.frames; // → 91: so many were compared; error.position and error.angle are the largest differences
 */
export function bakeMotion(
  motion: Motion,
  definition: RigDefinition,
  options?: BakeMotionOptions,
): BakedMotion {
  const rig = new Rig(definition, { shearKnees: false }); // no keyframe can shear a bone
  const binding = bindMotion(motion, rig);
  const solve = (frame: number): void => {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
  };
  return bakePoses({ motion, rig, solve }, options);
}
