import type { FilmSize } from './film-size.js';

/** Pictures that are farther apart were not drawn one after the other: the picture stood still. */
const MAX_MILLISECONDS = 2000;
const COUNT = 16;
/**
 * Milliseconds that an encoder without special hardware needs for a pixel: 12 ms for a picture of 1280 × 720,
 * measured with VP9 in Chromium on two cores of a server (H.264: 7 ms). Hardware is faster.
 */
const ENCODING = 12 / (1280 * 720);

/**
 * How long the pictures of a film take. Until a film was recorded, that is what the last pictures on the
 * screen cost, which draws nothing by itself, and an encoder of usual speed. Then it is what the film has
 * cost.
 */
export class PictureCost {
  /** Milliseconds from one picture to the next, for each pixel; the last ones, in a ring. */
  readonly #costs = new Float64Array(COUNT);
  #count = 0;
  #last = -Infinity;
  /** Milliseconds for each pixel of the last film: drawing and encoding. */
  #filmed: number | undefined;

  /**
   * To be called before each picture, with its size in pixels and the time in milliseconds. Allocates
   * nothing.
   */
  add({ width, height }: FilmSize, milliseconds: number): void {
    const interval = milliseconds - this.#last;
    this.#last = milliseconds;
    if (interval <= 0 || interval > MAX_MILLISECONDS || width * height === 0) return;
    this.#costs[this.#count++ % COUNT] = interval / (width * height);
  }

  /** To be called when so many pictures of a film have taken that many milliseconds. */
  learn({ width, height }: FilmSize, pictures: number, milliseconds: number): void {
    if (pictures > 0) this.#filmed = milliseconds / (width * height * pictures);
  }

  /**
   * About how many seconds the pictures of a film take; undefined before enough pictures were drawn one after
   * the other.
   *
   * @example
   * cost.secondsOf({ width: 1280, height: 720 }, 300); // → 8.6, if pictures of that size are drawn 60 times a second
   */
  secondsOf({ width, height }: FilmSize, pictures: number): number | undefined {
    if (this.#filmed === undefined && this.#count < COUNT) return undefined;
    const cost = this.#filmed ?? this.#costs.toSorted()[COUNT / 2] + ENCODING;
    return (cost * width * height * pictures) / 1000;
  }
}
