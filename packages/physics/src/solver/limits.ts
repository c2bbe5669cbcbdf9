import { f, PI, STEPS_PER_SECOND } from './float32.js';

const TWO_PI = /* @__PURE__ */ f(2 * PI);
/** The part of an error that a motor may correct in a second. */
const MOTOR_RATE = /* @__PURE__ */ f(STEPS_PER_SECOND * f(0.2));

/** The same angle within ±PI. ±180° stay as they are (§3.2). */
export function normalizeAngle(angle: number): number {
  const a = f(angle % TWO_PI);
  if (a < -PI) return f(a + TWO_PI);
  return a > PI ? f(a - TWO_PI) : a;
}

/** The angle, or the same angle one turn further if that is nearer to a limit that it violates (§3.2). */
export function nearLimits(angle: number, lower: number, upper: number): number {
  if (lower >= upper) return angle;
  if (angle < lower) {
    const toLower = normalizeAngle(f(lower - angle));
    const toUpper = Math.abs(normalizeAngle(f(upper - angle)));
    return toLower < toUpper ? angle : f(angle + TWO_PI);
  }
  if (angle > upper) {
    const toUpper = normalizeAngle(f(angle - upper));
    const toLower = Math.abs(normalizeAngle(f(angle - lower)));
    return toLower < toUpper ? f(angle - TWO_PI) : angle;
  }
  return angle;
}

/** How far the value lies beyond its limits: 0 within them, or if the limits are free (lower > upper). */
export function violation(value: number, lower: number, upper: number): number {
  if (lower > upper) return 0;
  if (value < lower) return f(value - lower);
  return value > upper ? f(value - upper) : 0;
}

/** How much of its speed a spring may use, so that it does not run into a limit within a substep (§3.4): 0 to 1. */
export function motorFactor(value: number, lower: number, upper: number, speed: number): number {
  if (lower > upper) return 1;
  const reach = f(speed / MOTOR_RATE);
  if (reach < 0) {
    if (value >= lower && value < f(lower - reach)) return f(f(lower - value) / reach);
    return value < lower ? 0 : 1;
  }
  if (reach > 0) {
    if (value <= upper && value > f(upper - reach)) return f(f(upper - value) / reach);
    return value > upper ? 0 : 1;
  }
  return 0;
}
