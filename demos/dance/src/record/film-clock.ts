/** Pictures before this time say little: encoders are slow at first, and so is a scene of another size. */
const WARM_UP_MILLISECONDS = 500;
const MIN_MILLISECONDS = 1000;

/** Measures a recording while it goes on. */
export class FilmClock {
  readonly #start: number;
  /** The first picture that counts. */
  #from: { readonly progress: number; readonly time: number } | undefined;
  #progress = 0;
  #time = 0;

  /** `now`: milliseconds, as in all methods. */
  constructor(now: number) {
    this.#start = now;
  }

  /** A picture is recorded: a fraction of the film is ready. */
  add(progress: number, now: number): void {
    if (!this.#from && now - this.#start >= WARM_UP_MILLISECONDS) this.#from = { progress, time: now };
    this.#progress = progress;
    this.#time = now;
  }

  /**
   * Milliseconds that all pictures together take, as far as they are recorded; undefined during the first
   * second and a half.
   */
  get total(): number | undefined {
    if (!this.#from) return undefined;
    const { progress, time } = this.#from;
    if (this.#time - time < MIN_MILLISECONDS || this.#progress <= progress) return undefined;
    return (this.#time - time) / (this.#progress - progress);
  }

  /** Seconds until the film is ready; undefined as long as `total` is. */
  get secondsLeft(): number | undefined {
    const { total } = this;
    return total === undefined ? undefined : (total * (1 - this.#progress)) / 1000;
  }
}
