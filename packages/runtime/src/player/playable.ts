import type { Rig } from '../rig/index.js';

/** An object that a player moves: it has a rig, or it shows itself at a frame. */
export type Playable = RigPlayable | SampledPlayable;

/**
 * A rig that a player poses: `MmdModel` of @odori/model, or any other object that shows a rig.
 *
 * The player writes `rig.pose` before each `update`, which solves and shows it.
 *
 * @example
 * const binding = bindObject(rig, mesh);
 * const update = () => (rig.solve(), rig.solveAfterPhysics(), binding.update());
 * const dancer: RigPlayable = { rig, update, reset: () => {} };
 */
export interface RigPlayable {
  readonly rig: Rig;
  /**
   * True if `update` is going to call `poseAt`, at the latest for `deltaSeconds`. Then the player leaves the
   * pose to that: no time is sampled twice, and `adjust` sees all times in order. After a jump the rig is
   * posed before `update` nevertheless.
   */
  readonly usesPoseAt?: boolean; // false
  /**
   * True while the bodies of physics come to rest after a jump, over several updates. `player.step` waits for
   * that.
   */
  readonly isSettling?: boolean; // false
  /**
   * Shows the pose. `deltaSeconds` of the motion have passed since the last call; 0 in pauses and after a
   * jump.
   *
   * Physics needs the pose in between, too: `poseAt` poses and solves the rig at a time of this frame.
   * `isExact`: in `player.step`, the pose must not depend on how fast the machine is.
   */
  update(deltaSeconds: number, poseAt?: PoseAt, isExact?: boolean): void;
  /**
   * Called before `update` when the pose jumped: physics starts again from the new pose. Not at a loop whose
   * last pose is its first one.
   */
  reset(): void;
}

/**
 * Poses a rig as it is at a time within a frame, 0 to `deltaSeconds` after the last frame, and calls
 * `rig.solve()`. Times below 0 are before that frame: physics asks for them after a jump, and nothing passes
 * for crossfades and `adjust` meanwhile.
 *
 * Valid until `update` returns. Times go forward, so that crossfades and `adjust` advance by what has passed
 * between two calls; a time that is posed already is only solved. O(tracks + bones + IK); allocates nothing.
 */
export type PoseAt = (seconds: number) => void;

/**
 * An object without a rig that shows itself at a frame: `MmdScene` of @odori/model.
 *
 * It is added with a motion whose length is its own; the player does not read the tracks of that motion. It
 * cannot blend: a crossfade to it is immediate.
 */
export interface SampledPlayable {
  /** As in {@link RigPlayable.isSettling}. */
  readonly isSettling?: boolean; // false
  /**
   * Shows itself at a frame (30 per second, may be fractional); the others as in {@link RigPlayable.update}.
   */
  sample(frame: number, deltaSeconds: number, isExact?: boolean): void;
  /** Called after a jump, between two calls of `sample` at the new frame: physics starts again from there. */
  reset(): void;
}

export function hasRig(playable: Playable): playable is RigPlayable {
  return 'rig' in playable;
}
