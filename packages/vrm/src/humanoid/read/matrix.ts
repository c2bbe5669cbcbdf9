/** A 4 × 4 matrix in columns, as glTF and three store it. */
export type Matrix = ArrayLike<number>;

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** a·b */
export function multiplyMatrices(a: Matrix, b: Matrix): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 16; column += 4) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) out[column + row] += a[4 * k + row] * b[column + k];
    }
  }
  return out;
}

/** The matrix of a translation, a rotation x y z w and a scale. */
export function composeMatrix(t: Matrix, [x, y, z, w]: readonly number[], s: Matrix): Float64Array {
  return Float64Array.of(
    (1 - 2 * (y * y + z * z)) * s[0],
    2 * (x * y + w * z) * s[0],
    2 * (x * z - w * y) * s[0],
    0,
    2 * (x * y - w * z) * s[1],
    (1 - 2 * (x * x + z * z)) * s[1],
    2 * (y * z + w * x) * s[1],
    0,
    2 * (x * z + w * y) * s[2],
    2 * (y * z - w * x) * s[2],
    (1 - 2 * (x * x + y * y)) * s[2],
    0,
    t[0],
    t[1],
    t[2],
    1,
  );
}

/** The determinant of the axes: the cube of a uniform scale, negative for a mirror. */
export function determinant(m: Matrix): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) -
    m[4] * (m[1] * m[10] - m[2] * m[9]) +
    m[8] * (m[1] * m[6] - m[2] * m[5])
  );
}

/** The inverse of an affine matrix; undefined if it has none. */
export function invertMatrix(m: Matrix): Float64Array | undefined {
  const scale = 1 / determinant(m);
  if (!Number.isFinite(scale)) return undefined;
  const out = new Float64Array(16);
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) {
      const [a, b] = [4 * ((row + 1) % 3), 4 * ((row + 2) % 3)];
      const [c, d] = [(column + 1) % 3, (column + 2) % 3];
      out[4 * column + row] = (m[a + c] * m[b + d] - m[a + d] * m[b + c]) * scale;
    }
  }
  for (let row = 0; row < 3; row++)
    out[12 + row] = -(out[row] * m[12] + out[4 + row] * m[13] + out[8 + row] * m[14]);
  out[15] = 1;
  return out;
}

/**
 * The rotation of a matrix, x y z w, without its scale and shear: its y axis stays, x is turned perpendicular
 * to it. No rotation if an axis has no length.
 */
export function rotationOf(m: Matrix): [number, number, number, number] {
  const y = normalized(m[4], m[5], m[6]);
  const along = m[0] * y[0] + m[1] * y[1] + m[2] * y[2];
  const x = normalized(m[0] - along * y[0], m[1] - along * y[1], m[2] - along * y[2]);
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  const trace = x[0] + y[1] + z[2];
  if (!Number.isFinite(trace)) return [0, 0, 0, 1];
  // The largest component comes from a square root, the others from it.
  const squares = [1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2], 1 + trace];
  const largest = squares.indexOf(Math.max(...squares));
  const q: [number, number, number, number] = [0, 0, 0, 0];
  const differences = [y[2] - z[1], z[0] - x[2], x[1] - y[0]];
  const sums = [x[1] + y[0], y[2] + z[1], z[0] + x[2]]; // of components 0·1, 1·2, 2·0
  const factor = 0.5 / Math.sqrt(squares[largest]);
  for (let i = 0; i < 4; i++) {
    if (i === largest) q[i] = 0.5 * Math.sqrt(squares[i]);
    else if (largest === 3 || i === 3) q[i] = differences[largest === 3 ? i : largest] * factor;
    else q[i] = sums[i + largest === 1 ? 0 : i + largest === 3 ? 1 : 2] * factor;
  }
  return q;
}

function normalized(x: number, y: number, z: number): [number, number, number] {
  const scale = 1 / Math.hypot(x, y, z);
  return [x * scale, y * scale, z * scale];
}
