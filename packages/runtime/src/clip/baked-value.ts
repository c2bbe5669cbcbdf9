import { Quaternion } from 'three';
import type { Writable } from '../motion/sample-bone.js';
import { CHANNEL_SIZES, type NumericChannel } from './channel.js';

type Kind = NumericChannel['kind'];

/** Between two values as three's tracks do it: quaternions by slerp, all else by component. */
export function interpolate(
  kind: Kind,
  a: ArrayLike<number>,
  aIndex: number,
  b: ArrayLike<number>,
  bIndex: number,
  t: number,
  out: Writable,
): void {
  if (kind === 'quaternion') {
    Quaternion.slerpFlat(out as number[], 0, a as number[], aIndex, b as number[], bIndex, t);
    return;
  }
  for (let i = 0; i < CHANNEL_SIZES[kind]; i++) out[i] = a[aIndex + i] * (1 - t) + b[bIndex + i] * t;
}

/**
 * Are two values further apart than `tolerance`: radians between quaternions, the distance of vectors, the difference
 * of numbers?
 */
export function deviates(
  kind: Kind,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  tolerance: number,
  bIndex = 0,
): boolean {
  let minus = 0;
  let plus = 0;
  for (let i = 0; i < CHANNEL_SIZES[kind]; i++) {
    minus += (a[i] - b[bIndex + i]) ** 2;
    plus += (a[i] + b[bIndex + i]) ** 2;
  }
  if (kind !== 'quaternion') return minus > tolerance * tolerance;
  // q and −q are one rotation; the angle is four times that whose sine is half their distance.
  const sine = 2 * Math.sin(Math.min(tolerance, Math.PI) / 4);
  return Math.min(minus, plus) > sine * sine;
}
