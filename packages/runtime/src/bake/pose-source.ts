import type { Motion } from '../motion/motion.js';
import { matchTracks } from '../motion/match-tracks.js';
import { sampleBonePhysics } from '../motion/sample-bone.js';
import type { Rig } from '../rig/rig.js';

/** A motion and what solves it, frame by frame. */
export interface PoseSource {
  readonly motion: Motion;
  /** Shows the frame that was solved last. */
  readonly rig: Rig;
  /** Solves a whole frame. Frames come in any order, and several times. */
  solve(frame: number): void;
  /** The bones that something else than keyframes, IK and append moves. */
  readonly bones?: ReadonlySet<number>; // none
  /**
   * Those of them that keyframes may translate to make up for errors of the bones above. Others only rotate
   * for that.
   */
  readonly free?: ReadonlySet<number>; // none
  /**
   * Those of them whose keyframes are what `solve` wrote into the pose of the rig, although IK that stays on
   * or append then moves them further.
   */
  readonly posed?: ReadonlySet<number>; // none
  /** Those of them whose new keyframes switch physics off. Others have it as in the motion. */
  readonly withoutPhysics?: ReadonlySet<number>; // none
  /** The IK bones whose IK the result switches off, and whose links get keyframes. */
  readonly iksOff?: ReadonlySet<string>; // all
  /** Whether bones move between keyframes in ways that only a look at every frame shows. */
  readonly isUneven?: boolean; // false
  /**
   * Whether one of `bones` follows its own keyframes at a frame, so that they stay. Keyframes have to stand
   * at the frame before and at the last of such frames.
   */
  keepsKeys?(bone: number, frame: number): boolean;
}

/** A motion that something else than its keyframes moves. */
export interface SampledPoses extends PoseSource {
  /** All frames to look at, whole and ascending, from 0 to the last one. */
  readonly frames?: readonly number[] | undefined; // those that the motion needs
}

/** The physics switch of each bone's keyframes: that of the motion, or off. */
export function physicsOf(source: PoseSource): (bone: number, frame: number) => boolean {
  const { motion, rig, withoutPhysics } = source;
  const { tracks } = matchTracks(motion.bones, rig.definition.boneNames);
  return (bone, frame) => {
    if (withoutPhysics?.has(bone)) return false;
    const track = tracks[bone];
    return track ? sampleBonePhysics(track, frame) !== 0 : true;
  };
}
