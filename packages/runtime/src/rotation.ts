import type { Writable } from './motion/sample-bone.js';

/*
 * Quaternions x y z w inside larger arrays. Each function reads all its inputs before it writes, so that the
 * output may be one of them. a·b rotates by b first.
 */

/** Makes all rotations of an array the identity. */
export function resetRotations(q: Float64Array): void {
  q.fill(0);
  for (let w = 3; w < q.length; w += 4) q[w] = 1;
}

/**
 * Multiplies two rotations, x y z w inside larger arrays: `out` at `k` = `a` at `i` · `b` at `j`, which
 * rotates by b first. Returns `out`, which may be one of the inputs. Plain arrays are fine, too. Allocates
 * nothing.
 *
 * @param a - holds the rotation that comes second
 * @param i - the index of its x in `a`
 * @param b - holds the rotation that comes first
 * @param j - the index of its x in `b`
 * @param out - gets the product, 4 numbers
 * @param k - the index of its x in `out`
 * @example
 * const half = Math.SQRT1_2;
 * multiplyRotations([0, half, 0, half], 0, [0, half, 0, half], 0, out, 0); // out → [0, 1, 0, 0]: twice a quarter turn
 */
export function multiply<R extends Writable>(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  out: R,
  k: number,
): R {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  out[k] = aw * bx + ax * bw + ay * bz - az * by;
  out[k + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[k + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[k + 3] = aw * bw - ax * bx - ay * by - az * bz;
  return out;
}

/** out = a⁻¹, of a unit quaternion. */
export function invert(a: ArrayLike<number>, i: number, out: Writable, k: number): void {
  out[k] = -a[i];
  out[k + 1] = -a[i + 1];
  out[k + 2] = -a[i + 2];
  out[k + 3] = a[i + 3];
}

/**
 * Rotates a vector, x y z inside a larger array, by a unit quaternion: `out` at `k` = the vector of `v` at
 * `j`, rotated by `q` at `i`. Returns `out`, which may be one of the inputs. Plain arrays are fine, too.
 * Allocates nothing.
 *
 * @param q - holds the rotation, x y z w
 * @param i - the index of its x in `q`
 * @param v - holds the vector, x y z
 * @param j - the index of its x in `v`
 * @param out - gets the rotated vector, 3 numbers
 * @param k - the index of its x in `out`
 * @example
 * rotateVector(rig.worldRotations, 4 * rig.boneIndex('頭'), [0, 0, 1], 0, out, 0); // out → where the head (頭) looks
 */
export function rotateVector<R extends Writable>(
  q: ArrayLike<number>,
  i: number,
  v: ArrayLike<number>,
  j: number,
  out: R,
  k: number,
): R {
  const qx = q[i];
  const qy = q[i + 1];
  const qz = q[i + 2];
  const qw = q[i + 3];
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  // v + 2w(u × v) + 2u × (u × v), u the vector part
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[k] = x + qw * tx + qy * tz - qz * ty;
  out[k + 1] = y + qw * ty + qz * tx - qx * tz;
  out[k + 2] = z + qw * tz + qx * ty - qy * tx;
  return out;
}

/** Writes a rotation as a matrix: three columns, 4 numbers apart. */
export function writeRotation(q: Float64Array, i: number, m: Float64Array, o: number): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  m[o] = 1 - 2 * (y * y + z * z);
  m[o + 1] = 2 * (x * y + w * z);
  m[o + 2] = 2 * (x * z - w * y);
  m[o + 4] = 2 * (x * y - w * z);
  m[o + 5] = 1 - 2 * (x * x + z * z);
  m[o + 6] = 2 * (y * z + w * x);
  m[o + 8] = 2 * (x * z + w * y);
  m[o + 9] = 2 * (y * z - w * x);
  m[o + 10] = 1 - 2 * (x * x + y * y);
}

/** The rotation with its angle times `ratio`, the short way: backwards below 0, further above 1. */
export function scaleRotation(q: Float64Array, i: number, ratio: number, out: Float64Array, k: number): void {
  const sign = q[i + 3] < 0 ? -1 : 1;
  const x = q[i] * sign;
  const y = q[i + 1] * sign;
  const z = q[i + 2] * sign;
  const w = q[i + 3] * sign;
  if (ratio === 1 || ratio === -1) {
    out[k] = x * ratio;
    out[k + 1] = y * ratio;
    out[k + 2] = z * ratio;
    out[k + 3] = w;
    return;
  }
  const sine = Math.sqrt(x * x + y * y + z * z);
  const half = Math.atan2(sine, w) * ratio;
  const scale = sine > 0 ? Math.sin(half) / sine : 0;
  out[k] = x * scale;
  out[k + 1] = y * scale;
  out[k + 2] = z * scale;
  out[k + 3] = Math.cos(half);
}

/** The squares of shorter lengths lose their digits. */
const MIN_LENGTH = 1e-150;

/** Scales a quaternion to length 1. One without a finite length above 0 becomes the identity. */
export function normalize(q: Float64Array, i: number): void {
  const length = Math.sqrt(q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3]);
  if (length === 1) return;
  if (!(length > MIN_LENGTH && length < Infinity)) {
    q[i] = q[i + 1] = q[i + 2] = 0;
    q[i + 3] = 1;
    return;
  }
  q[i] /= length;
  q[i + 1] /= length;
  q[i + 2] /= length;
  q[i + 3] /= length;
}

/**
 * Keeps only the rotation about an axis, as MMD does: the vector part along the axis, at its whole length, w
 * kept. A rotation at right angles to the axis counts as a positive one in MMD's space, which is a negative
 * one here.
 */
export function projectOnAxis(q: Float64Array, i: number, axes: Float64Array, j: number): void {
  const along = q[i] * axes[j] + q[i + 1] * axes[j + 1] + q[i + 2] * axes[j + 2];
  const length = Math.sqrt(q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2]);
  const signed = along > 0 ? length : -length;
  q[i] = axes[j] * signed;
  q[i + 1] = axes[j + 1] * signed;
  q[i + 2] = axes[j + 2] * signed;
}

/**
 * The weight of the second rotation of {@link slerp}, 0 to 1, by index 0: as an argument it would be garbage.
 */
export const slerpWeight: Float64Array = /* @__PURE__ */ new Float64Array(1);
/** For rotations with a larger dot product than this, a normalized straight line is as good as an arc. */
const STRAIGHT_ABOVE = 0.9995;

/** Slerp along the shorter arc: sin((1 − w)·h) / sin(h) · a + sin(w·h) / sin(h) · b, cos(h) = a·b. */
export function slerp(
  a: Float64Array,
  i: number,
  b: Float64Array | Float32Array,
  j: number,
  out: Float64Array,
  k: number,
): void {
  const weight = slerpWeight[0];
  let dot = 0;
  for (let n = 0; n < 4; n++) dot += a[i + n] * b[j + n];
  const side = dot < 0 ? -1 : 1;
  const half = Math.acos(Math.min(side * dot, 1));
  const isStraight = side * dot >= STRAIGHT_ABOVE;
  const from = isStraight ? 1 - weight : Math.sin((1 - weight) * half) / Math.sin(half);
  const to = side * (isStraight ? weight : Math.sin(weight * half) / Math.sin(half));
  let square = 0;
  for (let n = 0; n < 4; n++) {
    out[k + n] = a[i + n] * from + b[j + n] * to;
    square += out[k + n] * out[k + n];
  }
  const scale = isStraight ? 1 / Math.sqrt(square) : 1;
  for (let n = 0; n < 4; n++) out[k + n] *= scale;
}
