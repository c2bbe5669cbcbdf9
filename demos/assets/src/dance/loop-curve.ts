import { around, LOOP_BEATS } from './beat.js';

/** A value at a beat. */
export type Point = readonly [beat: number, value: number];

/** A smooth line through points, round the loop: it never swings past a high or a low point. */
export class LoopCurve {
  readonly #x: readonly number[];
  readonly #y: readonly number[];
  readonly #slopes: readonly number[];

  /** Points in any order, of two at one beat the first stays. */
  constructor(points: readonly Point[]) {
    const sorted = points
      .map(([beat, value]): Point => [around(beat, LOOP_BEATS), value])
      .sort(([a], [b]) => a - b)
      .filter(([beat], i, all) => i === 0 || beat - all[i - 1][0] > 1e-6);
    const loops = [-LOOP_BEATS, 0, LOOP_BEATS].flatMap((shift) =>
      sorted.map(([beat, value]): Point => [beat + shift, value]),
    );
    this.#x = loops.map(([beat]) => beat);
    this.#y = loops.map(([, value]) => value);
    this.#slopes = this.#x.map((_, i) => slopeAt(this.#x, this.#y, i));
  }

  /** Any beat. */
  at(beat: number): number {
    const x = around(beat, LOOP_BEATS);
    let [low, high] = [0, this.#x.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#x[middle] <= x) low = middle;
      else high = middle;
    }
    const width = this.#x[high] - this.#x[low];
    const t = (x - this.#x[low]) / width;
    const rest = 1 - t;
    return (
      this.#y[low] * (1 + 2 * t) * rest * rest +
      this.#slopes[low] * width * t * rest * rest +
      this.#y[high] * t * t * (3 - 2 * t) -
      this.#slopes[high] * width * t * t * rest
    );
  }
}

/** Harmonic mean of the neighbouring secants; level where they disagree (Fritsch and Butland). */
function slopeAt(x: readonly number[], y: readonly number[], i: number): number {
  if (i === 0 || i === x.length - 1) return 0;
  const before = x[i] - x[i - 1];
  const after = x[i + 1] - x[i];
  const left = (y[i] - y[i - 1]) / before;
  const right = (y[i + 1] - y[i]) / after;
  if (left * right <= 0) return 0;
  const a = 2 * after + before;
  const b = after + 2 * before;
  return (a + b) / (a / left + b / right);
}
