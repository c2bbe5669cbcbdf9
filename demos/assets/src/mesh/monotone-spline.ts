/** A smooth curve through given points, which never overshoots a high or a low point. */
export class MonotoneSpline {
  readonly #x: readonly number[];
  readonly #y: readonly number[];
  readonly #slopes: readonly number[];

  /** `x` ascends. */
  constructor(x: readonly number[], y: readonly number[]) {
    this.#x = x;
    this.#y = y;
    this.#slopes = x.map((_, i) => slopeAt(x, y, i));
  }

  at(x: number): number {
    const last = this.#x.length - 1;
    if (x <= this.#x[0]) return this.#y[0];
    if (x >= this.#x[last]) return this.#y[last];
    let [i, end] = [0, last];
    while (end - i > 1) {
      const middle = (i + end) >> 1;
      if (this.#x[middle] <= x) i = middle;
      else end = middle;
    }
    const width = this.#x[i + 1] - this.#x[i];
    const t = (x - this.#x[i]) / width;
    const rest = 1 - t;
    return (
      this.#y[i] * (1 + 2 * t) * rest * rest +
      this.#slopes[i] * width * t * rest * rest +
      this.#y[i + 1] * t * t * (3 - 2 * t) -
      this.#slopes[i + 1] * width * t * t * rest
    );
  }
}

/**
 * The slope at a point: the harmonic mean of the neighbouring secants, or 0 if their signs differ (Fritsch
 * and Butland).
 */
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
