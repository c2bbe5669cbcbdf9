/** What a frame is made of, in order. */
export const STAGES = ['sample', 'solve', 'afterPhysics', 'write'] as const;
export type Stage = (typeof STAGES)[number];

const GROUPS = 5;
const GROUP_FRAMES = 12;

/**
 * What each stage costs, over the last 60 frames.
 *
 * A browser's clock ticks in steps, often of 0.1 ms: single differences are 0 or 1 step, and so would be their median.
 * The means of 12 frames are finer, and the median of five such means leaves out what was only a hiccup.
 */
export class StageTimes {
  /** `GROUPS * STAGES`: milliseconds, the sum over a group's frames. */
  readonly #sums = new Float64Array(GROUPS * STAGES.length);
  readonly #sorted = new Float64Array(GROUPS);
  #frame = 0;
  #last = 0;

  begin(): void {
    const group = Math.floor(this.#frame / GROUP_FRAMES) % GROUPS;
    if (this.#frame % GROUP_FRAMES === 0) {
      this.#sums.fill(0, group * STAGES.length, (group + 1) * STAGES.length);
    }
    this.#last = performance.now();
  }

  /** The stage of this number is over. */
  lap(stage: number): void {
    const now = performance.now();
    const group = Math.floor(this.#frame / GROUP_FRAMES) % GROUPS;
    this.#sums[group * STAGES.length + stage] += now - this.#last;
    this.#last = now;
  }

  end(): void {
    this.#frame++;
  }

  /** Milliseconds a frame; undefined until there are a dozen. */
  median(stage: number): number | undefined {
    if (this.#frame < GROUP_FRAMES) return undefined;
    const groups = Math.min(Math.ceil(this.#frame / GROUP_FRAMES), GROUPS);
    const running = Math.floor(this.#frame / GROUP_FRAMES) % GROUPS;
    const runningFrames = this.#frame % GROUP_FRAMES || GROUP_FRAMES;
    for (let group = 0; group < groups; group++) {
      const frames = group === running ? runningFrames : GROUP_FRAMES;
      this.#sorted[group] = this.#sums[group * STAGES.length + stage] / frames;
    }
    return this.#sorted.subarray(0, groups).sort()[groups >> 1];
  }
}
