import type { Motion } from '../motion/motion.js';
import { bindMotion, type MotionBinding } from '../rig/bind-motion.js';
import { readLocalPose } from '../rig/read-local-pose.js';
import type { Rig } from '../rig/rig.js';
import type { Joint } from './find-joints.js';

/** Numbers of a pose for each bone: its position x y z, then its rotation x y z w. */
export const NUMBERS_PER_JOINT = 7;

/** `world`: in the space of the model. `local`: from rest and relative to the parent, as in a keyframe. */
export type JointSpace = 'local' | 'world';

/** Solves the poses of a motion on a rig, one after another, and copies what is asked for. */
export class PoseSampler {
  readonly rig: Rig;
  readonly binding: MotionBinding;

  constructor(motion: Motion, rig: Rig) {
    this.rig = rig;
    this.binding = bindMotion(motion, rig);
  }

  /** Poses the rig at a frame: 30 per second, may be fractional. */
  solve(frame: number): void {
    this.binding.sample(frame);
    this.rig.solve();
    this.rig.solveAfterPhysics();
  }

  /**
   * Writes the joints of the last solved pose from `at` on, {@link NUMBERS_PER_JOINT} each: three's space,
   * MMD units. Allocates nothing.
   */
  write(
    joints: readonly Pick<Joint, 'bone' | 'rotation'>[],
    space: JointSpace,
    out: Float32Array | Float64Array,
    at: number,
  ): void {
    const { worldPositions, worldRotations } = this.rig;
    let next = at;
    for (const { bone, rotation } of joints) {
      if (space === 'local') {
        readLocalPose(this.rig, bone, position, quaternion);
        for (let axis = 0; axis < 3; axis++) out[next + axis] = position[axis];
        for (let i = 0; i < 4; i++) out[next + 3 + i] = quaternion[i];
      } else {
        for (let axis = 0; axis < 3; axis++) out[next + axis] = worldPositions[3 * bone + axis];
        for (let i = 0; i < 4; i++) out[next + 3 + i] = worldRotations[4 * rotation + i];
      }
      next += NUMBERS_PER_JOINT;
    }
  }
}

const position = /* @__PURE__ */ new Float64Array(3);
const quaternion = /* @__PURE__ */ new Float64Array(4);
