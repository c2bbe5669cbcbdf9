import { invert, multiply, scaleRotation } from '../rotation.js';

/** The kind of a value: a vector x y z, a unit quaternion x y z w, or a single number. */
export type ValueKind = 'vector' | 'quaternion' | 'number';

/** How many numbers a value has. */
export const VALUE_SIZES: Readonly<Record<ValueKind, number>> = { vector: 3, quaternion: 4, number: 1 };

/**
 * Whether `value` is within `tolerance` of where a straight line from `a` to `b` is at `t`, 0..1.
 *
 * All three values start at `i`. A quaternion's line is an arc, and its tolerance an angle in radians.
 * Allocates nothing.
 */
export function isStraight(
  kind: ValueKind,
  a: Float64Array,
  b: Float64Array,
  t: number,
  value: Float64Array,
  i: number,
  tolerance: number,
): boolean {
  if (kind === 'quaternion') interpolateRotation(a, b, t, i, between);
  else for (let j = 0; j < VALUE_SIZES[kind]; j++) between[j] = a[i + j] + (b[i + j] - a[i + j]) * t;
  return isNear(kind, between, 0, value, i, tolerance);
}

/**
 * Whether two values are within `tolerance` of each other: radians between quaternions, the distance of
 * vectors, the difference of numbers.
 */
export function isNear(
  kind: ValueKind,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  tolerance: number,
): boolean {
  let minus = 0;
  let plus = 0;
  for (let n = 0; n < VALUE_SIZES[kind]; n++) {
    minus += (a[i + n] - b[j + n]) ** 2;
    plus += (a[i + n] + b[j + n]) ** 2;
  }
  if (kind !== 'quaternion') return !(minus > tolerance * tolerance);
  // q and −q are one rotation. The distance of two unit quaternions is 2·sin(angle / 4).
  const most = 2 * Math.sin(Math.min(tolerance, Math.PI) / 4);
  return !(Math.min(minus, plus) > most * most);
}

/** Interpolates between two rotations, each at `i`, as MMD does between keyframes: a·(a⁻¹·b)^t. */
export function interpolateRotation(
  a: Float64Array,
  b: Float64Array,
  t: number,
  i: number,
  out: Float64Array,
): void {
  invert(a, i, fromA, 0);
  multiply(fromA, 0, b, i, out, 0);
  scaleRotation(out, 0, t, out, 0);
  multiply(a, i, out, 0, out, 0);
}

/** The angle between two rotations in radians, exact for small ones too. */
export function angleBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  invert(a, i, fromA, 0);
  multiply(fromA, 0, b, j, difference, 0);
  const square =
    difference[0] * difference[0] + difference[1] * difference[1] + difference[2] * difference[2];
  return 2 * Math.atan2(Math.sqrt(square), Math.abs(difference[3]));
}

const fromA = /* @__PURE__ */ new Float64Array(4);
const between = /* @__PURE__ */ new Float64Array(4);
const difference = /* @__PURE__ */ new Float64Array(4);
