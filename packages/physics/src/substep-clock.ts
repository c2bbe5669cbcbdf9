/** MMD's substep, in seconds. */
export const SUBSTEP: number = 1 / 60;
/** A whole number of substeps may be missed by this much, which floating point loses. */
const ROUNDING = 1e-6;
/** A frame that is about one substep long gets one substep: frames of 60 Hz jitter by some milliseconds. */
const JITTER = 0.25;
const MAX_DRIFT = 0.75;

/** Turns the time of frames into substeps, as MMD does: what is left of a frame counts for the next one. */
export class SubstepClock {
  /** The time that no substep has covered yet, in substeps. */
  left = 0;

  /** The length of a substep, in seconds. */
  substep: number = SUBSTEP;

  /** How many substeps come in the next `seconds`. */
  advance(seconds: number): number {
    const passed = seconds / this.substep;
    this.left += passed;
    const isOne = Math.abs(passed - 1) < JITTER && Math.abs(this.left - 1) < MAX_DRIFT;
    const count = isOne ? 1 : Math.max(0, Math.floor(this.left + ROUNDING));
    this.left -= count;
    return count;
  }

  reset(): void {
    this.left = 0;
  }
}
