import { invert, multiply, scaleRotation } from '../rotation.js';
import type { Tolerance } from './share-tolerance.js';

/**
 * Is a pose of one bone, x y z and x y z w at `i` of `pose`, where a straight line from `a` to `b` is at `t`, 0..1?
 */
export function isStraight(
  a: Float64Array,
  b: Float64Array,
  t: number,
  pose: Float64Array,
  i: number,
  { position, angle }: Tolerance,
): boolean {
  let square = 0;
  for (let j = i; j < i + 3; j++) square += (a[j] + (b[j] - a[j]) * t - pose[j]) ** 2;
  if (square > position * position) return false;
  interpolate(a, b, t, i + 3, between);
  return turnBetween(between, 0, pose, i + 3) <= angle;
}

/** A turn between two, each at `i`, as MMD turns from key to key: a·(a⁻¹·b)^t. */
export function interpolate(a: Float64Array, b: Float64Array, t: number, i: number, out: Float64Array): void {
  invert(a, i, fromA, 0);
  multiply(fromA, 0, b, i, out, 0);
  scaleRotation(out, 0, t, out, 0);
  multiply(a, i, out, 0, out, 0);
}

/** The angle between two turns, radians. */
export function turnBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  invert(a, i, fromA, 0);
  multiply(fromA, 0, b, j, rest, 0);
  const sine = Math.sqrt(rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
  return 2 * Math.atan2(sine, Math.abs(rest[3]));
}

const fromA = /* @__PURE__ */ new Float64Array(4);
const between = /* @__PURE__ */ new Float64Array(4);
const rest = /* @__PURE__ */ new Float64Array(4);
