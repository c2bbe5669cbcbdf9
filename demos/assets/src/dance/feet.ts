import { around, LOOP_FRAMES } from './beat.js';
import { type FootPlace, footBetween, type Step } from './foot.js';

/** The steps of one foot round the loop. */
export class FootPlan {
  readonly steps: readonly Step[];

  constructor(steps: readonly Step[]) {
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
    return footBetween(last, next, share);
  }

  /** Where keys have to be, so that what stands between them does not move at all. */
  stops(): number[] {
    return this.steps.flatMap(({ from, to }) => [from, to]);
  }

  /** On the way at a frame. */
  isMoving(frame: number): boolean {
    const time = around(frame, LOOP_FRAMES);
    return this.steps.some(({ from, to }) => time > from && time < to);
  }
}
