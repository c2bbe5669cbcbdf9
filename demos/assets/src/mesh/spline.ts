import type { V3 } from './vector.js';

/**
 * A smooth curve through values at positions: Hermite segments with limited slopes, so that it never
 * overshoots (Fritsch and Carlson). Before the first and after the last position it is constant.
 */
export function spline(places: readonly number[], values: readonly number[]): (at: number) => number {
  const steps = places.slice(1).map((place, i) => place - places[i]);
  const slopes = steps.map((step, i) => (values[i + 1] - values[i]) / step);
  const tangents = values.map((_, i) => {
    if (i === 0) return slopes[0];
    if (i === values.length - 1) return slopes[i - 1];
    const [before, after] = [slopes[i - 1], slopes[i]];
    if (before * after <= 0) return 0;
    const [w1, w2] = [2 * steps[i] + steps[i - 1], steps[i] + 2 * steps[i - 1]];
    return (w1 + w2) / (w1 / before + w2 / after);
  });
  return (at) => {
    const last = places.length - 1;
    if (at <= places[0]) return values[0];
    if (at >= places[last]) return values[last];
    let i = 0;
    while (at > places[i + 1]) i++;
    const t = (at - places[i]) / steps[i];
    return hermite(values[i], tangents[i] * steps[i], values[i + 1], tangents[i + 1] * steps[i], t);
  };
}

function hermite(p: number, m: number, q: number, n: number, t: number): number {
  const s = 1 - t;
  return s * s * (1 + 2 * t) * p + s * s * t * m + t * t * (3 - 2 * t) * q - t * t * s * n;
}

/** A curve through points (centripetal Catmull-Rom): 0 is the first, 1 the last. */
export function curve(points: readonly V3[]): (share: number) => V3 {
  const last = points.length - 1;
  const before = points[0].map((value, axis) => 2 * value - points[1][axis]) as V3;
  const after = points[last].map((value, axis) => 2 * value - points[last - 1][axis]) as V3;
  const all = [before, ...points, after];
  const knots = [0];
  for (let i = 1; i < all.length; i++) {
    const [a, b] = [all[i - 1], all[i]];
    knots.push(knots[i - 1] + Math.sqrt(Math.max(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]), 1e-6)));
  }
  return (share) => {
    const u = knots[1] + (knots[last + 1] - knots[1]) * Math.min(Math.max(share, 0), 1);
    let i = 1;
    while (i < last && u > knots[i + 1]) i++;
    return [0, 1, 2].map((axis) =>
      barryGoldman(
        [i - 1, i, i + 1, i + 2].map((k) => all[k][axis]),
        knots.slice(i - 1, i + 3),
        u,
      ),
    ) as V3;
  };
}

function barryGoldman([a, b, c, d]: number[], [t0, t1, t2, t3]: number[], t: number): number {
  const between = (p: number, q: number, from: number, to: number): number =>
    (p * (to - t) + q * (t - from)) / (to - from);
  const ab = between(a, b, t0, t1);
  const bc = between(b, c, t1, t2);
  const cd = between(c, d, t2, t3);
  return between(between(ab, bc, t0, t2), between(bc, cd, t1, t3), t1, t2);
}
