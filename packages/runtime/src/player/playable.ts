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
  /** Shows the pose. `deltaSeconds` of the motion have passed since the last call; 0 in pauses and after a jump. */
  update(deltaSeconds: number): void;
  /** Called before `update` when the pose jumped: physics starts again from the new pose. */
  reset(): void;
}

/**
 * An object without a rig that shows itself at a frame: `MmdScene` of @odori/model.
 *
 * It is added with a motion whose length is its own; the player does not read the tracks of that motion. It cannot blend:
 * a crossfade to it is immediate.
 */
export interface SampledPlayable {
  /** Shows itself at a frame (30 per second, may be fractional); `deltaSeconds` as in {@link RigPlayable.update}. */
  sample(frame: number, deltaSeconds: number): void;
  /** Called after a jump, between two calls of `sample` at the new frame: physics starts again from there. */
  reset(): void;
}

export function hasRig(playable: Playable): playable is RigPlayable {
  return 'rig' in playable;
}
