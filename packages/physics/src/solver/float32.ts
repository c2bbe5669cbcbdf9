/**
 * Rounds a number to float32. Bullet computes in float32, and so does this solver: every operation on float32
 * values rounds. It decides where an error is exactly 0 (§3.2), and how coarse the velocity of a bone is
 * (§1.1). Everything else would also work in doubles. A product, sum, quotient or root of float32 values that
 * is computed in double and then rounded equals the float32 operation.
 */
export const f: (value: number) => number = Math.fround;

export const PI: number = /* @__PURE__ */ f(Math.PI);
export const HALF_PI: number = /* @__PURE__ */ f(Math.PI / 2);
const DIAGONAL = /* @__PURE__ */ f(Math.SQRT1_2);
/** The distance from 1 to the next float32. */
export const EPSILON: number = 2 ** -23;

/** a · b, in Bullet's order of additions (§10). */
export function dot(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  return f(f(f(ax * bx) + f(ay * by)) + f(az * bz));
}

/** ab − cd: one component of a cross product, or one cofactor. */
export function minor(a: number, b: number, c: number, d: number): number {
  return f(f(a * b) - f(c * d));
}

/** Writes a unit vector at right angles to a unit normal (§2.5). Friction without sliding acts along it. */
export function writeTangent(normal: Float32Array, n: number, out: Float32Array, o: number): void {
  const nx = normal[n];
  const ny = normal[n + 1];
  const nz = normal[n + 2];
  const steep = Math.abs(nz) > DIAGONAL;
  const square = steep ? minor(ny, ny, -nz, nz) : minor(nx, nx, -ny, ny);
  const s = f(1 / f(Math.sqrt(square)));
  out[o] = steep ? 0 : -ny * s;
  out[o + 1] = steep ? -nz * s : nx * s;
  out[o + 2] = steep ? ny * s : 0;
}
