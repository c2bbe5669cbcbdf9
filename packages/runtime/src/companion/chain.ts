import type { AdjustClock } from '../player/frame-poser.js';
import type { Rig } from '../rig/index.js';

/**
 * Changes a pose between sampling and solving, as `player.add(model, motion, { adjust })` wants it; the
 * makers of this entry make such functions.
 *
 * Without `clock`, `deltaSeconds` have passed, and nothing has jumped: for loops without a player.
 */
export type CompanionAdjust = (rig: Rig, deltaSeconds: number, clock?: AdjustClock) => void;

/**
 * Several changes as one, in their order: a later one sees what an earlier one has written. Allocates nothing
 * per call.
 *
 * @example
 * const life = chain(breathe(), sway(), blink(), lookAt(camera, { space: model.root }));
 * player.add(model, dance, { adjust: life });
 */
export function chain(...adjusts: readonly CompanionAdjust[]): CompanionAdjust {
  return (rig, deltaSeconds, clock) => {
    for (let i = 0; i < adjusts.length; i++) adjusts[i](rig, deltaSeconds, clock);
  };
}

/** The seconds that pass in a call, at index 0: a number from one of two places becomes garbage. */
export const passed: Float64Array = /* @__PURE__ */ new Float64Array(1);

/** Writes `passed`. Returns whether the pose jumps. */
export function readClock(deltaSeconds: number, clock: AdjustClock | undefined): boolean {
  if (clock) passed[0] = clock.seconds;
  else passed[0] = deltaSeconds;
  return clock?.isJump === true;
}
