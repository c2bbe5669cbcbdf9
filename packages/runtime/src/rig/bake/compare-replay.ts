import type { Motion } from '../../motion/motion.js';
import { bindReplay, type SolvedPoses } from './solved-poses.js';
import { turnBetween } from './straight.js';

/** How far a replay was off at the worst, over all bones. */
export interface ReplayError {
  /** MMD units. */
  readonly position: number;
  /** Degrees. */
  readonly angle: number;
  /** So many frames were compared. */
  readonly frames: number;
}

/** The same, bone by bone. */
export interface BoneErrors {
  readonly positions: Float64Array;
  /** Degrees. */
  readonly angles: Float64Array;
}

/** Plays what was baked beside the motion that it was made of. O(frames · solving). */
export function compareReplay(poses: SolvedPoses, baked: Motion, frames: readonly number[]): BoneErrors {
  const { rig, replay } = poses;
  const { boneCount } = rig.definition;
  const binding = bindReplay(poses, baked);
  const positions = new Float64Array(boneCount);
  const angles = new Float64Array(boneCount);
  for (const frame of frames) {
    poses.solve(frame);
    binding.sample(frame);
    replay.solve();
    replay.solveAfterPhysics();
    for (let bone = 0; bone < boneCount; bone++) {
      const position = distance(rig.worldPositions, replay.worldPositions, 3 * bone);
      const turn = turnBetween(rig.worldRotations, 4 * bone, replay.worldRotations, 4 * bone);
      positions[bone] = Math.max(positions[bone], position);
      angles[bone] = Math.max(angles[bone], (turn * 180) / Math.PI);
    }
  }
  return { positions, angles };
}

function distance(a: Float64Array, b: Float64Array, i: number): number {
  return Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
}
