/**
 * Frames after a change that do not count: the new dancers are made, and the browser prepares to draw them.
 */
const WARM_UP_FRAMES = 4;
const MEASURED_FRAMES = 18;
/** The mean time of a frame that still looks smooth, in milliseconds. */
const SMOOTH = 24;
/**
 * A device that saves power draws only each second picture. It has time to spare if its work takes less than
 * this.
 */
const SLOW_SCREEN = 36;
const LITTLE_WORK = 10;

/**
 * Finds out how many dancers a device can show: begins with few, and goes to the next size as long as frames
 * are smooth. Goes back one size when they are not.
 *
 * @example
 * const growth = new CrowdGrowth([1, 3, 6, 10]); // begins with 3
 * growth.add(16.7, 2); // → 3, and after 22 such frames 6
 */
export class CrowdGrowth {
  readonly #sizes: readonly number[];
  #index = 1;
  #isOver = false;
  #frames = 0;
  #passed = 0;
  #worked = 0;
  /** Of the mean. The first frames say what is smooth on this screen. */
  #limit = SLOW_SCREEN;

  /** `sizes` go up. It begins with the second one, so that there is one to go back to. */
  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
  }

  get size(): number {
    return this.#sizes[this.#index];
  }

  /** Whether the size is final. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Keeps the current size, because the user has chosen another one. */
  stop(): void {
    this.#isOver = true;
  }

  /**
   * Adds a frame: the time since the last one and the work in it, in milliseconds. Returns the size for the
   * next frame. Allocates nothing.
   */
  add(milliseconds: number, work: number): number {
    // 0: the first frame, also after the page was hidden
    if (this.#isOver || milliseconds <= 0) return this.size;
    this.#frames++;
    if (this.#frames <= WARM_UP_FRAMES) return this.size;
    this.#passed += milliseconds;
    this.#worked += work;
    const measured = this.#frames - WARM_UP_FRAMES;
    if (measured === MEASURED_FRAMES && this.#index === 1) this.#limit = this.#limitOf(measured);
    if (this.#passed > MEASURED_FRAMES * this.#limit) this.#goBack();
    else if (measured === MEASURED_FRAMES) this.#goOn();
    return this.size;
  }

  /** What counts as smooth on this screen, from the first frames. */
  #limitOf(frames: number): number {
    const [interval, work] = [this.#passed / frames, this.#worked / frames];
    return interval <= SLOW_SCREEN && work < LITTLE_WORK ? Math.max(SMOOTH, 1.25 * interval) : SMOOTH;
  }

  #goOn(): void {
    if (this.#index === this.#sizes.length - 1) this.#isOver = true;
    else this.#index++;
    this.#frames = this.#passed = this.#worked = 0;
  }

  #goBack(): void {
    this.#index--;
    this.#isOver = true;
  }
}
