import type { Rig } from '../rig/index.js';

/**
 * What a player moves: `MmdModel` of @odori/model is one, and anything else that shows a rig.
 *
 * The player writes `rig.pose` before each `update`, which solves and shows it.
 *
 * @example
 * const shown = bindObject(rig, mesh);
 * const solve = () => (rig.solve(), rig.solveAfterPhysics(), shown.update());
 * const dancer: Playable = { rig, update: solve, reset: () => {} };
 */
export interface Playable {
  readonly rig: Rig;
  /** Shows the pose as it is now; so many seconds of the dance have passed since the last time, 0 while it rests. */
  update(deltaSeconds: number): void;
  /** The pose has jumped: nothing swings on from where it was. */
  reset(): void;
}
