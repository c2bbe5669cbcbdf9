/** How much of a slow frame is still believed one frame later. */
const MEMORY = 0.75;

/**
 * Measures how long substeps and their poses take, and says how many of them still fit into a frame. The
 * estimate follows slow frames at once, and fast frames slowly. No other file of this package reads the
 * clock.
 */
export class Budget {
  #milliseconds = Infinity;
  /** The part of them that this frame may take. */
  #share = 1;
  #start = 0;
  /** Milliseconds and substeps of this frame so far. */
  #passed = 0;
  #made = 0;
  /** Milliseconds of a substep. Unknown at first: a page begins with one, whose code is not compiled yet. */
  #cost = Infinity;

  /** Begins a frame that may take a share of some milliseconds. By default there is no limit. */
  begin(milliseconds: number = Infinity, share: number = 1): void {
    if (this.#made > 0) this.#cost = this.#nextCost();
    this.#milliseconds = milliseconds;
    this.#share = share;
    this.#passed = this.#made = 0;
    if (milliseconds !== Infinity) this.#start = performance.now();
  }

  get isLimited(): boolean {
    return this.#milliseconds !== Infinity;
  }

  /** How many of the wanted substeps still fit into this frame; at least one. */
  fitting(wanted: number): number {
    if (this.#milliseconds === Infinity || wanted < 1) return wanted;
    const fitting = Math.floor(this.#left / this.#cost);
    return fitting >= 1 ? Math.min(wanted, fitting) : 1;
  }

  /** Substeps were made. */
  count(substeps: number): void {
    if (this.#milliseconds === Infinity) return;
    this.#made += substeps;
    this.#passed = performance.now() - this.#start;
  }

  /** No further substep fits into this frame. */
  get isUsedUp(): boolean {
    return this.#made > 0 && !(this.#left > 0 && this.#left >= this.#cost);
  }

  get #left(): number {
    return this.#share * this.#milliseconds - this.#passed;
  }

  /** One slow frame is forgotten little by little. No substep counts more than the limit. */
  #nextCost(): number {
    const remembered = this.#cost === Infinity ? 0 : MEMORY * this.#cost;
    return Math.min(this.#milliseconds, Math.max(this.#passed / this.#made, remembered));
  }
}

/** Browsers, workers and Node have it. */
declare const performance: { now(): number };
