/**
 * The current keyframe of a track during playback. Several models may share a motion, but each of them needs
 * its own cursors.
 *
 * @example
 * const cursor = new KeyCursor();
 * sampleBone(track, frame, position, rotation, cursor); // O(1) during playback
 */
export class KeyCursor {
  /** The keyframe at or before the last sampled frame; −1 before the first keyframe. */
  key = -1;
}

const STEPS_BEFORE_SEARCH = 3;

/**
 * The last keyframe at or before `frame`, −1 if there is none. O(1) with a cursor during playback, otherwise
 * O(log keys).
 *
 * `frames` ascend.
 */
export function findKey(frames: Float64Array, frame: number, cursor?: KeyCursor): number {
  if (!cursor) return searchKey(frames, frame);
  let key = cursor.key;
  if (key >= frames.length || (key >= 0 && !(frames[key] <= frame))) key = searchKey(frames, frame);
  else {
    const giveUpAt = key + STEPS_BEFORE_SEARCH;
    while (key + 1 < frames.length && frames[key + 1] <= frame) {
      if (++key < giveUpAt) continue;
      key = searchKey(frames, frame);
      break;
    }
  }
  cursor.key = key;
  return key;
}

/**
 * The position of a frame between a keyframe and the next, 0..1. 0 where the keyframe holds: before the first
 * keyframe, after the last, and across a cut, whose keyframes are at most `cutFrames` apart.
 */
export function segmentFraction(frames: Float64Array, key: number, frame: number, cutFrames = 0): number {
  const length = frames[key + 1] - frames[key]; // NaN after the last keyframe
  return frame > frames[key] && length > cutFrames * SLACK ? (frame - frames[key]) / length : 0;
}

/** Rounding makes some cuts of a retimed motion longer. */
const SLACK = 1.0001;

/** Whether keyframes that are `length` frames apart are a cut. */
export function isCut(length: number, cutFrames: number): boolean {
  return length <= cutFrames * SLACK;
}

function searchKey(frames: Float64Array, frame: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (frames[middle] <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
