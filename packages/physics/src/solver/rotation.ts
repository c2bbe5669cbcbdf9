import { dot, f, minor } from './float32.js';

// Rotations are 3×3 matrices: 9 numbers, row by row, from an offset on. Columns are the axes of the body.
// Quaternions are x, y, z, w. An `out` must not be one of the inputs.

/** Writes p × q. */
export function cross(
  p: Float32Array,
  po: number,
  q: Float32Array,
  qo: number,
  out: Float32Array,
  o: number,
): void {
  out[o] = f(p[po + 1] * q[qo + 2]) - f(p[po + 2] * q[qo + 1]);
  out[o + 1] = f(p[po + 2] * q[qo]) - f(p[po] * q[qo + 2]);
  out[o + 2] = f(p[po] * q[qo + 1]) - f(p[po + 1] * q[qo]);
}

/** Writes a · b. */
export function multiply(
  a: Float32Array,
  ao: number,
  b: Float32Array,
  bo: number,
  out: Float32Array,
  o: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x = a[ao + 3 * row];
    const y = a[ao + 3 * row + 1];
    const z = a[ao + 3 * row + 2];
    for (let column = 0; column < 3; column++) {
      out[o + 3 * row + column] = dot(x, y, z, b[bo + column], b[bo + 3 + column], b[bo + 6 + column]);
    }
  }
}

/** Writes m · p. */
export function transform(
  m: Float32Array,
  mo: number,
  p: Float32Array,
  po: number,
  out: Float32Array,
  o: number,
): void {
  for (let i = 0; i < 3; i++) {
    const row = mo + 3 * i;
    out[o + i] = f(f(m[row] * p[po]) + f(m[row + 1] * p[po + 1])) + f(m[row + 2] * p[po + 2]);
  }
}

/** Writes the inverse of m, by cofactors over the determinant: m need not be an exact rotation. */
export function invert(m: Float32Array, mo: number, out: Float32Array, o: number): void {
  const a = m[mo];
  const b = m[mo + 1];
  const c = m[mo + 2];
  const d = m[mo + 3];
  const e = m[mo + 4];
  const g = m[mo + 5];
  const h = m[mo + 6];
  const i = m[mo + 7];
  const j = m[mo + 8];
  const c0 = minor(e, j, g, i);
  const c1 = minor(g, h, d, j);
  const c2 = minor(d, i, e, h);
  const s = f(1 / dot(a, b, c, c0, c1, c2));
  out[o] = c0 * s;
  out[o + 1] = minor(c, i, b, j) * s;
  out[o + 2] = minor(b, g, c, e) * s;
  out[o + 3] = c1 * s;
  out[o + 4] = minor(a, j, c, h) * s;
  out[o + 5] = minor(c, d, a, g) * s;
  out[o + 6] = c2 * s;
  out[o + 7] = minor(b, h, a, i) * s;
  out[o + 8] = minor(a, e, b, d) * s;
}

/** Writes Ry · Rx · Rz of three angles in radians: the order of bodies and joints in MMD's files. */
export function fromAngles(x: number, y: number, z: number, out: Float32Array, o: number): void {
  const cx = Math.cos(f(x));
  const sx = Math.sin(f(x));
  const cy = Math.cos(f(y));
  const sy = Math.sin(f(y));
  // The float32 factors of Rz, and the rows of Ry · Rx.
  const [c, s] = Float32Array.of(Math.cos(f(z)), Math.sin(f(z)));
  const m = Float32Array.of(cy, f(sy) * f(sx), f(sy) * f(cx), 0, cx, -sx, -sy, f(cy) * f(sx), f(cy) * f(cx));
  for (let i = 0; i < 9; i += 3) {
    out[o + i] = f(m[i] * c) + f(m[i + 1] * s);
    out[o + i + 1] = f(m[i + 1] * c) - f(m[i] * s);
    out[o + i + 2] = m[i + 2];
  }
}

/** Writes the quaternion of a rotation matrix (§2.5). */
export function toQuaternion(m: Float32Array, mo: number, out: Float32Array, o: number): void {
  const m00 = m[mo];
  const m11 = m[mo + 4];
  const m22 = m[mo + 8];
  const trace = f(f(m00 + m11) + m22);
  if (trace > 0) {
    const root = f(Math.sqrt(f(trace + 1)));
    const s = f(0.5 / root);
    out[o] = f(m[mo + 7] - m[mo + 5]) * s;
    out[o + 1] = f(m[mo + 2] - m[mo + 6]) * s;
    out[o + 2] = f(m[mo + 3] - m[mo + 1]) * s;
    out[o + 3] = root * 0.5;
    return;
  }
  const i = m00 < m11 ? (m11 < m22 ? 2 : 1) : m00 < m22 ? 2 : 0;
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  const root = f(Math.sqrt(f(f(f(m[mo + 4 * i] - m[mo + 4 * j]) - m[mo + 4 * k]) + 1)));
  const s = f(0.5 / root);
  out[o + i] = root * 0.5;
  out[o + 3] = f(m[mo + 3 * k + j] - m[mo + 3 * j + k]) * s;
  out[o + j] = f(m[mo + 3 * j + i] + m[mo + 3 * i + j]) * s;
  out[o + k] = f(m[mo + 3 * k + i] + m[mo + 3 * i + k]) * s;
}

/** Writes the rotation matrix of a quaternion, which need not be of unit length. */
export function fromQuaternion(q: Float32Array, out: Float32Array, o: number): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const s = f(2 / f(f(f(f(x * x) + f(y * y)) + f(z * z)) + f(w * w)));
  const xs = f(x * s);
  const ys = f(y * s);
  const zs = f(z * s);
  const wx = f(w * xs);
  const wy = f(w * ys);
  const wz = f(w * zs);
  const xx = f(x * xs);
  const xy = f(x * ys);
  const xz = f(x * zs);
  const yy = f(y * ys);
  const yz = f(y * zs);
  const zz = f(z * zs);
  out[o] = 1 - f(yy + zz);
  out[o + 1] = xy - wz;
  out[o + 2] = xz + wy;
  out[o + 3] = xy + wz;
  out[o + 4] = 1 - f(xx + zz);
  out[o + 5] = yz - wx;
  out[o + 6] = xz - wy;
  out[o + 7] = yz + wx;
  out[o + 8] = 1 - f(xx + yy);
}

/** Scales a quaternion to length 1, in place. */
export function normalize(q: Float32Array): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const s = f(1 / f(Math.sqrt(f(f(f(f(x * x) + f(y * y)) + f(z * z)) + f(w * w)))));
  q[0] = x * s;
  q[1] = y * s;
  q[2] = z * s;
  q[3] = w * s;
}
