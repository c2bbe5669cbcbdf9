import type { Motion } from '../motion/motion.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import type { Rig } from '../rig/rig.js';

/** A motion and what solves it, for {@link bakePoses}. */
export interface PoseSource {
  readonly motion: Motion;
  /** Shows the frame that was solved last. */
  readonly rig: Rig;
  /** Solves a whole frame. Frames come in any order, and several times. */
  solve(frame: number): void;
  /** The skeleton of the models that play the result; it has the same bones. */
  readonly replayed?: RigDefinition; // that of the rig
  /** The bones whose own keyframes do not give their pose, so that they need others. */
  readonly bones: ReadonlySet<number>;
  /** Those of them that keyframes may translate to make up for errors of the bones above. Others only rotate for that. */
  readonly free?: ReadonlySet<number>; // none
  /** The IK bones whose IK the result switches off. All links of these IKs have to be among `bones`. */
  readonly iksOff?: ReadonlySet<string>; // all
  /** Whether bones move between keyframes in ways that only a look at every frame shows. */
  readonly isUneven?: boolean; // false
  /** The physics switch of a new keyframe; without this function, that of the motion. */
  hasPhysics?(bone: number, frame: number): boolean;
  /**
   * Whether one of `bones` follows its own keyframes at a frame, so that they stay. Keyframes have to stand at the frame before
   * and at the last of such frames.
   */
  keepsKeys?(bone: number, frame: number): boolean;
}
