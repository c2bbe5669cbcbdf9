import { f } from './float32.js';

// The numbers of a substep, in the order of a timing. All are float32, as Bullet computes them.

/** Its length in seconds. */
export const STEP = 0;
/** Substeps per second, as a float32 quotient: 59.999996 for 1/60 s. */
export const RATE = 1;
/** Half of its length, and its length to the third power. */
export const HALF_STEP = 2;
export const STEP_CUBED = 3;
/** The velocity that corrects half of an error of 1 in a substep. */
export const CORRECTION = 4;
/** A spring asks for a tenth of what it needs, because ten rounds add up. */
export const SPRING_RATE = 5;
/** The part of an error that a motor may correct in a second. */
export const MOTOR_RATE = 6;
const SIZE = 7;

/** A typed array, because numbers in it are never put on the heap. */
export function createTiming(seconds: number): Float32Array {
  const timing = new Float32Array(SIZE);
  writeTiming(timing, seconds);
  return timing;
}

export function writeTiming(timing: Float32Array, seconds: number): void {
  const step = f(seconds);
  const rate = f(1 / step);
  timing[STEP] = step;
  timing[RATE] = rate;
  timing[HALF_STEP] = 0.5 * step;
  timing[STEP_CUBED] = f(step * step) * step;
  timing[CORRECTION] = rate * 0.5;
  timing[SPRING_RATE] = rate / 10;
  timing[MOTOR_RATE] = rate * f(0.2);
}

/** @throws RangeError unless a substep is from 1/1000 to 1/30 s. */
export function checkedSubstep(seconds: number): number {
  if (seconds >= 1 / 1000 && seconds <= 1 / 30) return seconds;
  throw new RangeError(`substep must be from 1/1000 to 1/30 s, not ${seconds}`);
}
