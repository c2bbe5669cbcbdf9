import type { Budget } from './budget.js';
import { SUBSTEP, type SubstepClock } from './substep-clock.js';

/** How the time of a frame falls into substeps. */
export class FramePlan {
  /** False for a frame of several models that none of them has begun. */
  isMade = false;
  /** Of the frame. */
  seconds = 0;
  /** How many substeps there are. */
  count = 0;
  /** The seconds of each of them. */
  substep: number = SUBSTEP;
  /** The seconds that each of them stands for. */
  length: number = SUBSTEP;
  /** What a substep has of that. */
  pace = 1;
  /** The time that no substep has covered, in substeps. */
  #left = 0;

  /** Plans a frame, of at most some substeps of 1/60 s. Once for all models that share a world. */
  make(seconds: number, maxSubsteps: number, clock: SubstepClock, budget: Budget): void {
    const { substep } = clock;
    const due = clock.advance(seconds);
    const most = Math.max(1, Math.round((maxSubsteps * SUBSTEP) / substep) || 1);
    this.seconds = seconds;
    this.substep = substep;
    this.count = budget.fitting(Math.min(due, most));
    this.length = this.count < due ? seconds / this.count : substep;
    this.pace = Math.min(1, substep / this.length);
    this.#left = clock.left;
    this.isMade = true;
  }

  /** Sets the clock of another model, as if it had planned the frame. */
  follow(clock: SubstepClock): void {
    clock.left = this.#left;
  }

  /** The seconds of a substep for a model that plays at another rate than the one that planned the frame. */
  lengthIn(seconds: number): number {
    return this.seconds === seconds ? this.length : (this.length * seconds) / this.seconds;
  }
}
