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
}

/** Gravity in MMD units is ten times the number that MMD's panel shows. */
const UNITS_PER_METRE = 10;

/** Without keyframes, as in version 1, the values of MMD's panel apply to all frames. */
export function createGravityTrack(gravity: PmmGravity): GravityTrack {
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
      }
    : {
        frames: Float64Array.of(0),
        accelerations: finiteColumn([acceleration]),
        directions: flippedColumn(direction),
        noises: Float32Array.of(noiseOn === 0 ? 0 : noise),
      };
}

/**
 * Samples the gravity at a frame. Writes x y z in MMD units per second², in three's space, and the
 * noise to `out`, and returns it.
 *
 * x y z = 10 · acceleration · direction of length 1; without a direction it is 0. Acceleration and direction
 * are interpolated linearly; the noise changes at keyframes. Allocates nothing.
 *
 * @example
 * sampleGravity(scene.gravity, 0, out); // → [0, -98, 0, 0]: MMD's default
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
  const acceleration = accelerations[key] + (accelerations[next] - accelerations[key]) * t;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const from = directions[3 * key + axis];
    const value = from + (directions[3 * next + axis] - from) * t;
    out[axis] = value;
    square += value * value;
  }
  const factor = square > 0 ? (UNITS_PER_METRE * acceleration) / Math.sqrt(square) : 0;
  for (let axis = 0; axis < 3; axis++) out[axis] *= factor;
  out[3] = noises[key];
  return out;
}
