/**
 * Takes world matrices apart: turns, 4 a bone, x y z w, of length 1, and places, 3 a bone.
 *
 * `matrices`: 16 a bone, column-major, turned and moved only. Allocates nothing.
 */
export function readWorld(matrices: Float64Array, turns: Float64Array, places: Float64Array): void {
  const bones = matrices.length / 16;
  for (let bone = 0; bone < bones; bone++) {
    readTurn(matrices, 16 * bone, turns, 4 * bone);
    for (let i = 0; i < 3; i++) places[3 * bone + i] = matrices[16 * bone + 12 + i];
  }
}

/**
 * A rotation matrix's diagonal is 1 − 2(y² + z²) and so on, so that 4w² = 1 + xx + yy + zz, 4x² = 1 + xx − yy − zz…; the
 * others follow from sums and differences across it, 4wx = yz − zy. It starts with one that is not small.
 */
function readTurn(m: Float64Array, o: number, out: Float64Array, k: number): void {
  const xx = m[o];
  const yy = m[o + 5];
  const zz = m[o + 10];
  if (xx + yy + zz > 0) {
    const w = 2 * Math.sqrt(1 + xx + yy + zz); // 4w
    out[k] = (m[o + 6] - m[o + 9]) / w;
    out[k + 1] = (m[o + 8] - m[o + 2]) / w;
    out[k + 2] = (m[o + 1] - m[o + 4]) / w;
    out[k + 3] = w / 4;
    return;
  }
  if (xx >= yy && xx >= zz) readAxis(m, o, 0, out, k);
  else if (yy >= zz) readAxis(m, o, 1, out, k);
  else readAxis(m, o, 2, out, k);
}

/** By the axis that the turn is most about: 0 = x, 1 = y, 2 = z. */
function readAxis(m: Float64Array, o: number, a: number, out: Float64Array, k: number): void {
  const b = (a + 1) % 3;
  const c = (a + 2) % 3;
  const length = 2 * Math.sqrt(1 + m[o + 5 * a] - m[o + 5 * b] - m[o + 5 * c]); // 4a
  out[k + a] = length / 4;
  out[k + b] = (m[o + 4 * b + a] + m[o + 4 * a + b]) / length;
  out[k + c] = (m[o + 4 * c + a] + m[o + 4 * a + c]) / length;
  out[k + 3] = (m[o + 4 * b + c] - m[o + 4 * c + b]) / length;
}
