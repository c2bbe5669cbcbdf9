import type { FilmSize } from './film-size.js';

/** Pictures that are farther apart were not drawn one after the other: the picture stood still. */
const MAX_MILLISECONDS = 2000;
const COUNT = 16;

/** What the last pictures on the screen cost: the base of an estimate that draws nothing by itself. */
export class PictureCost {
  /** Milliseconds from one picture to the next, for each pixel; the last ones, in a ring. */
  readonly #costs = new Float64Array(COUNT);
  #count = 0;
  #last = -Infinity;

  /** To be called before each picture, with its size in pixels and the time in milliseconds. Allocates nothing. */
  add({ width, height }: FilmSize, milliseconds: number): void {
    const interval = milliseconds - this.#last;
    this.#last = milliseconds;
    if (interval <= 0 || interval > MAX_MILLISECONDS || width * height === 0) return;
    this.#costs[this.#count++ % COUNT] = interval / (width * height);
  }

  /**
   * About how many seconds the pictures of a film take; undefined before enough pictures were drawn one after the other.
   *
   * @example
   * cost.secondsOf({ width: 1280, height: 720 }, 300); // → 5, if pictures of that size are drawn 60 times a second
   */
  secondsOf({ width, height }: FilmSize, pictures: number): number | undefined {
    if (this.#count < COUNT) return undefined;
    const median = this.#costs.toSorted()[COUNT / 2];
    return (median * width * height * pictures) / 1000;
  }
}
