import type { Motion } from '../motion/motion.js';

/** Which frames of a motion are sampled. */
export interface SampleTimes {
  /** Frames from one pose to the next; 0.5 gives 60 poses a second. */
  readonly every?: number | undefined; // 1
  /** The first frame. */
  readonly from?: number | undefined; // 0
  /** The last frame at most. */
  readonly to?: number | undefined; // the last keyframe
}

/** An array of at most 1 GiB of 32-bit numbers. A stray keyframe can be years after the others. */
const MOST_NUMBERS = 2 ** 28;

/** So that 0 to 1 in steps of 0.1 has its last frame, too. */
const ROUNDING = 1e-9;

/**
 * The frames to sample, ascending. Computed from their number, so that steps do not add up errors.
 *
 * @param numbersPerFrame how many numbers each frame will have
 * @throws RangeError if a number is not finite, if `every` is not above 0, or if there would be too many
 * numbers.
 * @example
 * sampledFrames(motion, { every: 0.5, to: 1 }, 7); // → [0, 0.5, 1]
 */
export function sampledFrames(
  { lastFrame }: Motion,
  { every = 1, from = 0, to = lastFrame }: SampleTimes,
  numbersPerFrame: number,
): Float64Array {
  if (!(every > 0 && every < Infinity)) throw new RangeError(`every must be a number above 0, not ${every}`);
  if (!Number.isFinite(from)) throw new RangeError(`from must be a frame, not ${from}`);
  if (!Number.isFinite(to)) throw new RangeError(`to must be a frame, not ${to}`);
  const count = Math.max(0, Math.floor((to - from) / every + ROUNDING) + 1);
  if (count * numbersPerFrame > MOST_NUMBERS)
    throw new RangeError(
      `frames ${from} to ${to} are ${count} poses, too many for one array: sample a part of them or fewer bones`,
    );
  return Float64Array.from({ length: count }, (_, i) => from + i * every);
}
