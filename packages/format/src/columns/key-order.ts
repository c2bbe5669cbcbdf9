import { FRAME_LIMIT } from '../mmd-defaults.js';

/** Keys that are odd, in ascending order. */
export interface KeyOrder {
  /** Beyond {@link FRAME_LIMIT}. */
  readonly huge: number[];
  /** After a later key of their track. */
  readonly backward: number[];
  /** With the frame of an earlier key of their track. */
  readonly repeated: number[];
}

/**
 * What is odd about the frames of a section.
 *
 * `nameIndex` is the track of each key, below the number of keys; without it all keys are one track. O(keys · log keys).
 */
export function inspectOrder(
  frames: Uint32Array,
  nameIndex: Uint32Array = new Uint32Array(frames.length),
): KeyOrder {
  const keys = [...frames.keys()];
  const order = compareWithLast(frames, nameIndex, keys);
  if (order.backward.length === 0) return order;
  // In a track that goes back in time, keys of the same frame need not stand side by side. Sorted by frame, they do.
  const { repeated } = compareWithLast(
    frames,
    nameIndex,
    keys.sort((a, b) => frames[a] - frames[b]),
  );
  return { ...order, repeated: repeated.sort((a, b) => a - b) };
}

/** Compares each of `keys` with the one before in its track. */
function compareWithLast(frames: Uint32Array, nameIndex: Uint32Array, keys: readonly number[]): KeyOrder {
  const order: KeyOrder = { huge: [], backward: [], repeated: [] };
  const lastFrames = new Float64Array(frames.length).fill(-1);
  for (const key of keys) {
    const frame = frames[key];
    const last = lastFrames[nameIndex[key]];
    lastFrames[nameIndex[key]] = frame;
    if (frame <= last) (frame < last ? order.backward : order.repeated).push(key);
    if (frame > FRAME_LIMIT) order.huge.push(key);
  }
  return order;
}
