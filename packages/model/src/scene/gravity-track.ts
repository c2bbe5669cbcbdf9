import type { PmmGravity } from '@odori/format';
import { findKey, flipPositions, type KeyCursor, segmentFraction, type Writable } from '@odori/runtime';
import { finiteColumn } from '../geometry/columns.js';
import { framesOf } from './anchor.js';

/** Keys of the gravity of a project, in three's space. */
export interface GravityTrack {
  readonly frames: Float64Array;
  /** `keys`; 9.8 by default. */
  readonly accelerations: Float32Array;
  /** `3 * keys`, where things fall to. */
  readonly directions: Float32Array;
  /** `keys`, what MMD's panel shows; 0 where the noise is off. */
  readonly noises: Float32Array;
}

/** MMD units: worlds of MMD have ten times the number that its panel shows. */
const UNITS_PER_METRE = 10;

/** Without keys, as in version 1, what MMD's panel shows holds throughout. */
export function createGravityTrack(gravity: PmmGravity): GravityTrack {
  const { keys, acceleration, direction, noise, noiseOn } = gravity;
  const frames = framesOf(keys);
  const count = frames.length;
  const noises = keys.noises.subarray(0, count);
  const track =
    count > 0
      ? {
          frames,
          accelerations: finiteColumn(keys.accelerations.subarray(0, count)),
          directions: finiteColumn(keys.directions.subarray(0, 3 * count)),
          noises: Float32Array.from(noises, (value, key) => (keys.noiseOn[key] === 0 ? 0 : value)),
        }
      : {
          frames: Float64Array.of(0),
          accelerations: finiteColumn([acceleration]),
          directions: finiteColumn(direction),
          noises: Float32Array.of(noiseOn === 0 ? 0 : noise),
        };
  flipPositions(track.directions);
  return track;
}

/**
 * Samples the gravity at a frame: x y z in MMD units a second², three's space, and the noise, into `out`, which it returns.
 *
 * 10 · acceleration · direction, both on straight lines between keys; the noise steps. What physics is to use. Allocates
 * nothing.
 *
 * @example
 * sampleGravity(scene.gravity, 0, out); // → [0, -98, 0, 0]: MMD's own
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
  for (let axis = 0; axis < 3; axis++) {
    const from = directions[3 * key + axis];
    out[axis] = UNITS_PER_METRE * acceleration * (from + (directions[3 * next + axis] - from) * t);
  }
  out[3] = noises[key];
  return out;
}
