import type { BoneTrack } from './tracks.js';

/*
 * A segment of a bone track goes from one keyframe to the next. Straight lines, still bones and small
 * rotations are sampled faster: `SEGMENT_` bits say which of these a segment is.
 */

/** A channel is not a straight line. Shifted left by 0 to 3 for X, Y, Z, rotation. */
export const SEGMENT_CURVED = 1;
export const SEGMENT_ROTATION_CURVED = 8;
/** The position changes. */
export const SEGMENT_TRANSLATES = 16;
/** The rotation changes. */
export const SEGMENT_ROTATES = 32;
/** The segment has been classified. */
const SEGMENT_KNOWN = 64;

/**
 * Where the sine of half the rotation angle is smaller, a straight line replaces the arc: the error is under
 * 1e-13.
 */
const STRAIGHT_BELOW = 1e-6;

/**
 * The `SEGMENT_` bits of the segment that ends at keyframe `key`, never 0. The track keeps them.
 *
 * Call it when a segment is first sampled: a dance has thousands of segments, and its first frame needs a
 * hundred. Allocates nothing.
 */
export function classifySegment(
  { positions, rotations, curves, segments, arcs }: BoneTrack,
  key: number,
): number {
  let segment = SEGMENT_KNOWN | curvedChannels(curves, 16 * key);
  if (differs(positions, 3 * key, 3)) segment |= SEGMENT_TRANSLATES;
  if (differs(rotations, 4 * key, 4)) {
    segment |= SEGMENT_ROTATES;
    let minus = 0;
    let plus = 0;
    for (let j = 4 * key; j < 4 * (key + 1); j++) {
      minus += (rotations[j] - rotations[j - 4]) ** 2;
      plus += (rotations[j] + rotations[j - 4]) ** 2;
    }
    // Half the rotation angle is the angle between the quaternions: 2·atan2(|a − b|, |a + b|), exact if it is
    // small, too.
    const half = 2 * Math.atan2(Math.sqrt(minus), Math.sqrt(plus));
    arcs[2 * key] = half;
    const sine = Math.sin(half);
    arcs[2 * key + 1] = sine < STRAIGHT_BELOW ? 0 : 1 / sine;
  }
  return (segments[key] = segment);
}

function differs(column: Float32Array, i: number, perKey: number): boolean {
  for (let j = i; j < i + perKey; j++) if (column[j] !== column[j - perKey]) return true;
  return false;
}

/** One bit per channel whose control points do not lie on the diagonal. */
function curvedChannels(curves: Uint8Array, i: number): number {
  let curved = 0;
  for (let channel = SEGMENT_CURVED; channel <= SEGMENT_ROTATION_CURVED; channel *= 2, i += 4) {
    if (curves[i] !== curves[i + 1] || curves[i + 2] !== curves[i + 3]) curved |= channel;
  }
  return curved;
}
