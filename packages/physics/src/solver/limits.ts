import { f, PI } from './float32.js';
import { MOTOR_RATE } from './timing.js';

const TWO_PI = /* @__PURE__ */ f(2 * PI);

/** The same angle within ±PI. ±180° stay as they are (§3.2). */
export function normalizeAngle(angle: number): number {
  const a = f(angle % TWO_PI);
  if (a < -PI) return f(a + TWO_PI);
  return a > PI ? f(a - TWO_PI) : a;
}

// The functions below take numbers from arrays and leave them there: calls with fractions as arguments make
// garbage.

/**
 * Turns `angles[i]` by a whole turn if that brings it nearer to the limit `j` that it violates (§3.2). All
 * lie within ±PI.
 */
export function moveNearLimits(
  angles: Float32Array,
  i: number,
  lower: Float32Array,
  upper: Float32Array,
  j: number,
): void {
  const angle = angles[i];
  const isBelow = angle < lower[j];
  if (lower[j] >= upper[j] || (!isBelow && !(angle > upper[j]))) return;
  let here = f(isBelow ? lower[j] - angle : angle - upper[j]);
  let there = f(isBelow ? upper[j] - angle : angle - lower[j]);
  if (here > PI) here = f(here - TWO_PI);
  if (there > PI) there = f(there - TWO_PI);
  const stays = here < Math.abs(there);
  if (isBelow && !stays) angles[i] = angle + TWO_PI;
  if (!isBelow && Math.abs(there) < here) angles[i] = angle - TWO_PI;
}

/**
 * Scales a spring's speed `speeds[k]`, so that within a substep it does not run past the limits `j` (§3.4).
 * `sign` is −1 where a positive speed lowers the value.
 */
export function slowNearLimits(
  values: Float32Array,
  i: number,
  lower: Float32Array,
  upper: Float32Array,
  j: number,
  sign: number,
  speeds: Float32Array,
  k: number,
  timing: Float32Array,
): void {
  const value = values[i];
  const reach = f(f(sign * speeds[k]) / timing[MOTOR_RATE]);
  let factor = 0;
  if (lower[j] > upper[j]) factor = 1;
  else if (reach < 0) {
    if (value >= lower[j] && value < f(lower[j] - reach)) factor = f(f(lower[j] - value) / reach);
    else factor = value < lower[j] ? 0 : 1;
  } else if (reach > 0) {
    if (value <= upper[j] && value > f(upper[j] - reach)) factor = f(f(upper[j] - value) / reach);
    else factor = value > upper[j] ? 0 : 1;
  }
  speeds[k] *= factor;
}
