import { f, minor } from '../float32.js';

const DIAGONAL = /* @__PURE__ */ f(Math.SQRT1_2);

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
