import { around, LOOP_FRAMES } from './beat.js';
import { flightOf, type FootPlace, footBetween, type Step } from './foot.js';

/** The steps of one foot round the loop. */
export class FootPlan {
  readonly steps: readonly Step[];
  readonly #facingAt: (frame: number) => number;

  /** `facingAt` gives how far she has turned to the left, in degrees. Feet that she spins on follow it. */
  constructor(steps: readonly Step[], facingAt: (frame: number) => number) {
    this.#facingAt = facingAt;
    this.steps = [...steps].sort((a, b) => a.from - b.from);
    this.steps.forEach((step, i) => {
      if (step.from < (this.steps[i - 1]?.to ?? 0) || step.to > LOOP_FRAMES || step.to <= step.from) {
        throw new RangeError(`steps overlap at frame ${step.from}`);
      }
    });
  }

  at(frame: number): FootPlace {
    const time = around(frame, LOOP_FRAMES);
    const index = this.steps.findIndex(({ to }) => to > time);
    const next = this.steps[Math.max(index, 0)];
    const last = this.steps.at(Math.max(index, 0) - 1)!;
    const share = index < 0 ? 0 : Math.max((time - next.from) / (next.to - next.from), 0);
    return footBetween(last, next, share, next.pivot && this.#turned(next, time));
  }

  #turned(step: Step, frame: number): number {
    const [off, down] = flightOf(step);
    const [start, end] = [this.#facingAt(off), this.#facingAt(down)];
    return Math.min(Math.max((this.#facingAt(Math.max(frame, off)) - start) / (end - start), 0), 1);
  }

  /** The frames that need keyframes, so that a standing foot does not move between them. */
  stops(): number[] {
    return this.steps.flatMap(({ from, to }) => [from, to]);
  }

  /** Whether the foot moves at a frame. */
  isMoving(frame: number): boolean {
    const time = around(frame, LOOP_FRAMES);
    return this.steps.some(({ from, to }) => time > from && time < to);
  }
}
