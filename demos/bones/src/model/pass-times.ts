/** The passes of a frame, in order. */
export const PASSES = ['sample', 'solve', 'afterPhysics', 'write'] as const;
export type Pass = (typeof PASSES)[number];

const GROUPS = 5;
const GROUP_FRAMES = 12;

/**
 * Measures the cost of each pass over the last 60 frames.
 *
 * The clock of a browser has steps, often of 0.1 ms, so single differences are 0 or 1 step, and so is their
 * median. The means of 12 frames are finer, and the median of five such means ignores outliers.
 */
export class PassTimes {
  /** `GROUPS * PASSES`: milliseconds, the sum over a group's frames. */
  readonly #sums = new Float64Array(GROUPS * PASSES.length);
  readonly #sorted = new Float64Array(GROUPS);
  #frame = 0;
  #last = 0;

  begin(): void {
    const group = Math.floor(this.#frame / GROUP_FRAMES) % GROUPS;
    if (this.#frame % GROUP_FRAMES === 0) {
      this.#sums.fill(0, group * PASSES.length, (group + 1) * PASSES.length);
    }
    this.#last = performance.now();
  }

  /** Ends the pass with this index. */
  lap(pass: number): void {
    const now = performance.now();
    const group = Math.floor(this.#frame / GROUP_FRAMES) % GROUPS;
    this.#sums[group * PASSES.length + pass] += now - this.#last;
    this.#last = now;
  }

  end(): void {
    this.#frame++;
  }

  /** Milliseconds per frame; undefined before 12 frames. */
  median(pass: number): number | undefined {
    if (this.#frame < GROUP_FRAMES) return undefined;
    const groups = Math.min(Math.ceil(this.#frame / GROUP_FRAMES), GROUPS);
    const running = Math.floor(this.#frame / GROUP_FRAMES) % GROUPS;
    const runningFrames = this.#frame % GROUP_FRAMES || GROUP_FRAMES;
    for (let group = 0; group < groups; group++) {
      const frames = group === running ? runningFrames : GROUP_FRAMES;
      this.#sorted[group] = this.#sums[group * PASSES.length + pass] / frames;
    }
    return this.#sorted.subarray(0, groups).sort()[groups >> 1];
  }
}
