import type { PmmGravity } from '@odori/format/internal';
import type { KeyCursor, Writable } from '@odori/runtime';
import { findKey, segmentFraction } from '@odori/runtime/internal';
import { finiteColumn, flippedColumn } from '../geometry/columns.js';
import { framesOf } from './anchor.js';

/** The gravity of a project, in three's space. */
export interface GravityTrack {
  readonly frames: Float64Array;
  /** `keys`, as MMD's panel shows them; 9.8 by default. */
  readonly accelerations: Float32Array;
  /** `3 * keys`, the direction in which things fall. */
  readonly directions: Float32Array;
  /** `keys`, as MMD's panel shows them; 0 where the noise is off. */
  readonly noises: Float32Array;
  /** Chooses the noise. */
  readonly seed: number;
}

/** Gravity in MMD units is ten times the number that MMD's panel shows. */
const UNITS_PER_METRE = 10;
/** Noise holds for 31 substeps of 1/60 s. */
const NOISE_FRAMES = 15.5;
/** How far noise moves each axis of the direction, which has length 1. */
const NOISE_SWING = 0.1;

/** Without keyframes, as in version 1, the values of MMD's panel apply to all frames. */
export function createGravityTrack(gravity: PmmGravity, seed: number): GravityTrack {
  const { keys, acceleration, direction, noise, noiseOn } = gravity;
  const frames = framesOf(keys);
  const count = frames.length;
  const noises = keys.noises.subarray(0, count);
  return count > 0
    ? {
        frames,
        accelerations: finiteColumn(keys.accelerations.subarray(0, count)),
        directions: flippedColumn(keys.directions.subarray(0, 3 * count)),
        noises: Float32Array.from(noises, (value, key) => (keys.noiseOn[key] === 0 ? 0 : value)),
        seed,
      }
    : {
        frames: Float64Array.of(0),
        accelerations: finiteColumn([acceleration]),
        directions: flippedColumn(direction),
        noises: Float32Array.of(noiseOn === 0 ? 0 : noise),
        seed,
      };
}

/**
 * Samples the gravity at a frame. Writes x y z in MMD units per second², in three's space, to `out`, and
 * returns it.
 *
 * x y z = 10 · acceleration · direction of length 1; without a direction it is 0. Acceleration and direction
 * are interpolated linearly; the noise changes at keyframes. Allocates nothing.
 *
 * With noise, the size is anything up to 10 · noise, whatever the acceleration, and each axis of the
 * direction is up to 0.1 off. Both change every 15.5 frames, and depend on the time and the seed alone.
 *
 * @see Measured on MMD 9.31, whose noise is another one each time.
 * @example
 * sampleGravity(track, 0, out); // → [0, -98, 0]: MMD's default
 */
export function sampleGravity<O extends Writable>(
  track: GravityTrack,
  frame: number,
  out: O,
  cursor?: KeyCursor,
): O {
  const { frames, accelerations, directions, noises } = track;
  const key = Math.max(findKey(frames, frame, cursor), 0);
  const t = segmentFraction(frames, key, frame);
  const next = t > 0 ? key + 1 : key;
  for (let axis = 0; axis < 3; axis++) {
    const from = directions[3 * key + axis];
    out[axis] = from + (directions[3 * next + axis] - from) * t;
  }
  const noise = noises[key];
  if (noise !== 0) return addNoise(track.seed, frame, noise, out);
  return resize(out, accelerations[key] + (accelerations[next] - accelerations[key]) * t);
}

function addNoise<O extends Writable>(seed: number, frame: number, noise: number, out: O): O {
  const block = Math.floor(frame / NOISE_FRAMES);
  resize(out, 1 / UNITS_PER_METRE);
  if (out[0] === 0 && out[1] === 0 && out[2] === 0) return out;
  for (let axis = 0; axis < 3; axis++) out[axis] += NOISE_SWING * (2 * randomAt(seed, 4 * block + axis) - 1);
  return resize(out, noise * randomAt(seed, 4 * block + 3));
}

/** Gives a direction the length of an acceleration as MMD's panel shows it. */
function resize<O extends Writable>(out: O, acceleration: number): O {
  const square = out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
  const factor = square > 0 ? (UNITS_PER_METRE * acceleration) / Math.sqrt(square) : 0;
  for (let axis = 0; axis < 3; axis++) out[axis] *= factor;
  return out;
}

/** A number from 0 to 1, the same for the same arguments. */
function randomAt(seed: number, index: number): number {
  let bits = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x6a09e667, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
