/**
 * Smooths columns of a path over time: each value becomes the mean of its neighbors, weighted by a bell curve
 * of that many moments (its standard deviation). The ends hold. It runs neither behind nor ahead of the path.
 * O(length · width).
 *
 * @example
 * smoothPath(Float64Array.of(0, 0, 4, 0, 0), 1, 0.5); // → about [0, 0.43, 3.15, 0.43, 0]
 */
export function smoothPath(path: Float64Array, columns: number, width: number): Float64Array {
  const count = path.length / columns;
  const reach = Math.ceil(3 * width);
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / width) ** 2),
  );
  const sum = weights.reduce((a, b) => a + b);
  return path.map((_, index) => {
    const column = index % columns;
    const moment = (index - column) / columns;
    let value = 0;
    for (let i = -reach; i <= reach; i++) {
      const at = Math.min(Math.max(moment + i, 0), count - 1);
      value += weights[i + reach] * path[columns * at + column];
    }
    return value / sum;
  });
}

/**
 * The point on a path of three columns at a moment, which may be fractional, on a smooth curve near its
 * points (a uniform cubic B-spline). Writes x y z to `out`. Allocates nothing.
 */
export function placeOnPath(path: Float64Array, moment: number, out: Float64Array): Float64Array {
  const last = path.length / 3 - 1;
  const at = Math.min(Math.max(moment, 0), last);
  const before = Math.floor(at);
  const t = at - before;
  weight[0] = (1 - t) ** 3 / 6;
  weight[1] = (4 - 6 * t * t + 3 * t ** 3) / 6;
  weight[2] = (1 + 3 * t + 3 * t * t - 3 * t ** 3) / 6;
  weight[3] = t ** 3 / 6;
  out[0] = out[1] = out[2] = 0;
  for (let i = 0; i < 4; i++) {
    const point = 3 * Math.min(Math.max(before + i - 1, 0), last);
    for (let axis = 0; axis < 3; axis++) out[axis] += weight[i] * path[point + axis];
  }
  return out;
}

const weight = /* @__PURE__ */ new Float64Array(4);
