/** Finds the s at which a curve with the control values a and b, 0..1, has the value x. */
export type CurveSolver = (a: number, b: number, x: number) => number;

const LIMIT = 127;

/**
 * The weight of a keyframe's value, 0..1, against the value of the previous keyframe, at the fraction x of
 * the time between them, 0..1.
 *
 * x1 y1 x2 y2: the control points of a bezier curve from (0, 0) to (127, 127), 0..127. The weight is exactly
 * 0 at 0 and 1 at 1. A curve whose points lie on the diagonal gives x itself. Allocates nothing.
 *
 * `solver`: by default exact to 1e-6.
 *
 * @example
 * curveWeight(20, 20, 107, 107, 0.3); // → 0.3
 * curveWeight(64, 0, 64, 127, 0.25); // → 0.104103
 */
export function curveWeight(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x: number,
  solver?: CurveSolver,
): number {
  single[0] = x1;
  single[1] = y1;
  single[2] = x2;
  single[3] = y2;
  unboxed[X] = x;
  weighChannel(single, 0);
  const isStraight = x1 === y1 && x2 === y2;
  if (!solver || isStraight || !(x > 0 && x < 1)) return unboxed[WEIGHT];
  return bezier(toFraction(y1), toFraction(y2), solver(toFraction(x1), toFraction(x2), x));
}

const single = /* @__PURE__ */ new Float64Array(4);

/**
 * The arguments and results of the solver, by index.
 *
 * They lie in an array because a fraction that is passed to a function, or returned by it, is allocated on
 * the heap wherever the engine does not inline the call.
 */
export const unboxed: Float64Array = /* @__PURE__ */ new Float64Array(5);
/** Index in {@link unboxed}: the input, the fraction of a segment, 0..1. */
export const X = 0;
/** Index in {@link unboxed}: the resulting weight. */
export const WEIGHT = 1;
const S = 2;
const X1 = 3;
const X2 = 4;

/** {@link curveWeight} of the four values in a column from `i` on, at `unboxed[X]`, to `unboxed[WEIGHT]`. */
export function weighChannel(curves: Uint8Array | Float64Array, i: number): void {
  const x = unboxed[X];
  const isStraight = curves[i] === curves[i + 1] && curves[i + 2] === curves[i + 3];
  unboxed[WEIGHT] = isStraight ? x : x < 1 ? 0 : 1;
  if (isStraight || !(x > 0 && x < 1)) return;
  unboxed[X1] = toFraction(curves[i]);
  unboxed[X2] = toFraction(curves[i + 2]);
  solveUnboxed();
  unboxed[WEIGHT] = bezier(toFraction(curves[i + 1]), toFraction(curves[i + 3]), unboxed[S]);
}

/** A control value as 0..1. */
function toFraction(value: number): number {
  return Math.min(value, LIMIT) / LIMIT;
}

/**
 * The part of a curve between two values of x, as a curve of its own, as exact as whole control values allow.
 * O(1).
 *
 * By blossoms: the inner control points of the part from s to t are the cubic's blossom at (s, s, t) and (s,
 * t, t).
 *
 * @example
 * curvePart([64, 0, 64, 127], 0, 1); // → [64, 0, 64, 127]
 */
export function curvePart([x1, y1, x2, y2]: Curve, from: number, to: number): Curve {
  if ((from <= 0 && to >= 1) || (x1 === y1 && x2 === y2)) return [x1, y1, x2, y2];
  const s = solve(x1 / LIMIT, x2 / LIMIT, from);
  const t = solve(x1 / LIMIT, x2 / LIMIT, to);
  const part = (a: number, b: number): [number, number] => {
    const start = blossom(a, b, s, s, s);
    const length = blossom(a, b, t, t, t) - start;
    const relative = (value: number, straight: number): number =>
      length > 1e-9 ? (value - start) / length : straight;
    return [relative(blossom(a, b, s, s, t), 1 / 3), relative(blossom(a, b, s, t, t), 2 / 3)];
  };
  const [partX1, partX2] = part(x1 / LIMIT, x2 / LIMIT);
  const [partY1, partY2] = part(y1 / LIMIT, y2 / LIMIT);
  return [partX1, partY1, partX2, partY2].map(controlValue) as unknown as Curve;
}

/** x1 y1 x2 y2, 0..127. */
type Curve = readonly [number, number, number, number];

/** The blossom of the cubic 0, a, b, 1, its symmetric form: blossom(s, s, s) is the curve at s. */
function blossom(a: number, b: number, r: number, s: number, t: number): number {
  const once = r * (1 - s) * (1 - t) + s * (1 - r) * (1 - t) + t * (1 - r) * (1 - s);
  const twice = r * s * (1 - t) + r * t * (1 - s) + s * t * (1 - r);
  return a * once + b * twice + r * s * t;
}

function controlValue(part: number): number {
  return Math.round(Math.min(Math.max(part, 0), 1) * LIMIT);
}

/** 3(1−s)²s·a + 3(1−s)s²·b + s³, as a polynomial. */
function bezier(a: number, b: number, s: number): number {
  return ((1 + 3 * (a - b)) * s + 3 * (b - 2 * a)) * s * s + 3 * a * s;
}

const TOLERANCE = 1e-9;
const MAX_STEPS = 64;

/**
 * The s at which the curve's x is `x`: Newton's method inside a bracket, which is halved where a step leaves
 * it.
 *
 * x(s) never decreases for control values in 0..1, but its slope may be 0 (127, 0), where Newton's method
 * alone fails.
 */
function solveUnboxed(): void {
  const x = unboxed[X];
  const a = unboxed[X1];
  const b = unboxed[X2];
  const c3 = 1 + 3 * (a - b);
  const c2 = 3 * (b - 2 * a);
  const c1 = 3 * a;
  let low = 0;
  let high = 1;
  let s = x;
  for (let step = 0; step < MAX_STEPS; step++) {
    const error = ((c3 * s + c2) * s + c1) * s - x;
    if (error > 0) high = s;
    else low = s;
    const slope = (3 * c3 * s + 2 * c2) * s + c1;
    let next = s - error / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const moved = Math.abs(next - s);
    if (error !== 0) s = next;
    if (error === 0 || moved < TOLERANCE) break;
  }
  unboxed[S] = s;
}

function solve(a: number, b: number, x: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  unboxed.set([x, 0, 0, a, b]);
  solveUnboxed();
  return unboxed[S];
}

const STEPS_OF_MMD = 12;

/**
 * Solves a curve as MMD's code does, but in 64 bits: twelve halvings, without a check of the remaining error.
 *
 * @example
 * curveWeight(64, 0, 64, 127, 0.25, solveAsMmd); // → 0.104070, where 0.104103 is exact
 */
export function solveAsMmd(a: number, b: number, x: number): number {
  let s = 0.5;
  let width = 0.5;
  for (let step = 0; step < STEPS_OF_MMD; step++) {
    width /= 2;
    const at = 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3;
    if (at === x) break;
    s += x <= at ? -width : width;
  }
  return s;
}
