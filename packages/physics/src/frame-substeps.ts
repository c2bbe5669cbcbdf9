import type { Budget } from './budget.js';
import { FramePlan } from './frame-plan.js';
import type { SubstepClock } from './substep-clock.js';
import type { Substeps } from './substeps.js';

/** Leaves the rig solved for a time of a frame, in seconds after the last frame. */
export type PoseAt = (time: number) => void;

/** Two times in a frame that are so close count as one, so that the pose is not solved twice. */
const SAME_TIME = 0.0002;

/** Makes the substeps that fall into a frame. */
export class FrameSubsteps {
  readonly #substeps: Substeps;
  readonly #clock: SubstepClock;
  readonly #budget: Budget;
  readonly #options: { readonly maxSubsteps: number };
  readonly #own = new FramePlan();

  constructor(
    substeps: Substeps,
    clock: SubstepClock,
    budget: Budget,
    options: { readonly maxSubsteps: number },
  ) {
    this.#substeps = substeps;
    this.#clock = clock;
    this.#budget = budget;
    this.#options = options;
  }

  /**
   * Poses and makes each substep. Returns false where a bone leaps. `shared` is the plan of all models that
   * share a world. Allocates nothing.
   */
  make(seconds: number, poseAt: PoseAt | undefined, shared: FramePlan | undefined): boolean {
    const plan = shared ?? this.#own;
    if (shared?.isMade) plan.follow(this.#clock);
    else plan.make(seconds, this.#options.maxSubsteps, this.#clock, this.#budget);
    const { count, pace } = plan;
    if (!poseAt) {
      const hasMoved = count === 0 || this.#substeps.make(count, seconds / count, pace);
      this.#budget.count(count);
      return hasMoved;
    }
    const length = plan.lengthIn(seconds);
    let time = -1;
    for (let k = 1; k <= count; k++) {
      const next = Math.min(k * length, seconds);
      time = seconds - next < SAME_TIME ? seconds : next;
      poseAt(time);
      if (!this.#substeps.make(1, length, pace)) return false;
      this.#budget.count(1);
    }
    if (time !== seconds) poseAt(seconds);
    return true;
  }
}
