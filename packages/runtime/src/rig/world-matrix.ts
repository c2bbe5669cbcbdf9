/** Column-major, 16 numbers from `o` on: a turn (x y z w from `i` on) at a place. */
export function writeMatrix(
  m: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  x: number,
  y: number,
  z: number,
): void {
  const qx = q[i];
  const qy = q[i + 1];
  const qz = q[i + 2];
  const qw = q[i + 3];
  m[o] = 1 - 2 * (qy * qy + qz * qz);
  m[o + 1] = 2 * (qx * qy + qw * qz);
  m[o + 2] = 2 * (qx * qz - qw * qy);
  m[o + 4] = 2 * (qx * qy - qw * qz);
  m[o + 5] = 1 - 2 * (qx * qx + qz * qz);
  m[o + 6] = 2 * (qy * qz + qw * qx);
  m[o + 8] = 2 * (qx * qz + qw * qy);
  m[o + 9] = 2 * (qy * qz - qw * qx);
  m[o + 10] = 1 - 2 * (qx * qx + qy * qy);
  m[o + 12] = x;
  m[o + 13] = y;
  m[o + 14] = z;
  m[o + 15] = 1;
}

/** The matrix at `o` times that of its parent, at `p`, from the left. */
export function multiplyByParent(m: Float64Array, o: number, p: number): void {
  const p00 = m[p];
  const p10 = m[p + 1];
  const p20 = m[p + 2];
  const p01 = m[p + 4];
  const p11 = m[p + 5];
  const p21 = m[p + 6];
  const p02 = m[p + 8];
  const p12 = m[p + 9];
  const p22 = m[p + 10];
  for (let column = o; column < o + 16; column += 4) {
    const a = m[column];
    const b = m[column + 1];
    const c = m[column + 2];
    m[column] = p00 * a + p01 * b + p02 * c;
    m[column + 1] = p10 * a + p11 * b + p12 * c;
    m[column + 2] = p20 * a + p21 * b + p22 * c;
  }
  m[o + 12] += m[p + 12];
  m[o + 13] += m[p + 13];
  m[o + 14] += m[p + 14];
}
