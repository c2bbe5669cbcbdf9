/** How much of a slow frame is still believed one frame later. */
const MEMORY = 0.75;

/**
 * The milliseconds that physics may take in a frame. It measures substeps together with their poses, and says
 * how many more fit, as far as the slower ones of the last frames tell. No other file of this package reads
 * the clock.
 */
export class Budget {
  #milliseconds = Infinity;
  /** The part of them for this frame. */
  #share = 1;
  #start = 0;
  /** Milliseconds and substeps of this frame so far. */
  #passed = 0;
  #made = 0;
  /**
   * Milliseconds of a substep, unknown at first. Then a frame gets one: browsers have not compiled the code
   * yet.
   */
  #cost = Infinity;

  /** Begins a frame, which may take a share of some milliseconds. Without a limit, all substeps fit. */
  begin(milliseconds: number = Infinity, share: number = 1): void {
    if (this.#made > 0) this.#cost = this.#nextCost();
    this.#milliseconds = milliseconds;
    this.#share = share;
    this.#passed = this.#made = 0;
    if (milliseconds !== Infinity) this.#start = performance.now();
  }

  /** How many of some substeps still fit into this frame; at least one. */
  fitting(wanted: number): number {
    if (this.#milliseconds === Infinity || wanted < 1) return wanted;
    const fitting = Math.floor(this.#left / this.#cost);
    return fitting >= 1 ? Math.min(wanted, fitting) : 1;
  }

  /** Some substeps were made. */
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

  /** A frame that was slow by chance is forgotten little by little. No substep counts more than the limit. */
  #nextCost(): number {
    const remembered = this.#cost === Infinity ? 0 : MEMORY * this.#cost;
    return Math.min(this.#milliseconds, Math.max(this.#passed / this.#made, remembered));
  }
}

/** Browsers, workers and Node have it. */
declare const performance: { now(): number };
