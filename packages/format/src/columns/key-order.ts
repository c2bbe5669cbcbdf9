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
  const order = compareWithLast(frames, nameIndex);
  if (order.backward.length === 0) return order;
  // In a track that goes back in time, keys of the same frame need not stand side by side. Sorted by frame, they do.
  const { repeated } = compareWithLast(frames, nameIndex, pairsByFrame(frames));
  return { ...order, repeated: repeated.sort((a, b) => a - b) };
}

/** Keys and their frames, sorted by frame. Engines sort numbers of 64 bits in their own code, fast from the first call. */
function pairsByFrame(frames: Uint32Array): Int32Array {
  const pairs = new Int32Array(2 * frames.length);
  for (let key = 0; key < frames.length; key++) {
    pairs[2 * key] = key;
    pairs[2 * key + 1] = frames[key];
  }
  new BigUint64Array(pairs.buffer).sort();
  return pairs;
}

/** Compares keys with the one before in their track: in file order, or in the order of `pairs`. */
function compareWithLast(frames: Uint32Array, nameIndex: Uint32Array, pairs?: Int32Array): KeyOrder {
  const huge: number[] = [];
  const backward: number[] = [];
  const repeated: number[] = [];
  const lastFrames = new Float64Array(frames.length).fill(-1);
  for (let i = 0; i < frames.length; i++) {
    const key = pairs ? pairs[2 * i] : i;
    const frame = frames[key];
    const track = nameIndex[key];
    const last = lastFrames[track];
    lastFrames[track] = frame;
    if (frame <= last) (frame < last ? backward : repeated).push(key);
    if (frame > FRAME_LIMIT) huge.push(key);
  }
  return { huge, backward, repeated };
}
