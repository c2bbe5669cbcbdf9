/**
 * The shortest rotation from one direction to another, x y z w. Vectors of any length; allocates nothing.
 *
 * Opposite directions give half a turn about some axis perpendicular to them; a vector without length no
 * rotation.
 */
export function writeArc(
  from: Float64Array,
  i: number,
  to: Float64Array,
  j: number,
  out: Float64Array,
  k: number,
): void {
  const fx = from[i];
  const fy = from[i + 1];
  const fz = from[i + 2];
  const tx = to[j];
  const ty = to[j + 1];
  const tz = to[j + 2];
  const lengths = Math.sqrt((fx * fx + fy * fy + fz * fz) * (tx * tx + ty * ty + tz * tz));
  let w = lengths + fx * tx + fy * ty + fz * tz;
  let x = fy * tz - fz * ty;
  let y = fz * tx - fx * tz;
  let z = fx * ty - fy * tx;
  if (w <= 1e-12 * lengths) {
    const isAlongX = Math.abs(fx) > Math.abs(fz);
    w = 0;
    x = isAlongX ? -fy : 0;
    y = isAlongX ? fx : -fz;
    z = isAlongX ? 0 : fy;
  }
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const scale = length > 0 ? 1 / length : 0;
  out[k] = x * scale;
  out[k + 1] = y * scale;
  out[k + 2] = z * scale;
  out[k + 3] = length > 0 ? w * scale : 1;
}
