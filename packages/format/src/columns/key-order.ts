import { FRAME_LIMIT } from '../mmd-defaults.js';
import { GROUP_WORDS, numberGroups } from './number-groups.js';

/** Keys that are odd, in ascending order. */
export interface KeyOrder {
  /** Beyond {@link FRAME_LIMIT}. */
  readonly huge: number[];
  /** After a later key of their track. */
  readonly backward: number[];
  /** With the frame of an earlier key of their track. */
  repeated: number[];
}

/**
 * What is odd about the frames of a section.
 *
 * `nameIndex` is the track of each key, below the number of keys; without it all keys are one track. O(keys).
 */
export function inspectOrder(
  frames: Uint32Array,
  nameIndex: Uint32Array = new Uint32Array(frames.length),
): KeyOrder {
  const order: KeyOrder = { huge: [], backward: [], repeated: [] };
  compareWithLast(frames, nameIndex, new Float64Array(frames.length).fill(-1), order);
  // In a track that goes back in time, keys of the same frame need not stand side by side.
  if (order.backward.length > 0) order.repeated = findRepeated(frames, nameIndex);
  return order;
}

function compareWithLast(
  frames: Uint32Array,
  nameIndex: Uint32Array,
  lastFrames: Float64Array,
  { huge, backward, repeated }: KeyOrder,
): void {
  for (let key = 0; key < frames.length; key++) {
    const frame = frames[key];
    const track = nameIndex[key];
    const last = lastFrames[track];
    lastFrames[track] = frame;
    if (frame <= last) (frame < last ? backward : repeated).push(key);
    if (frame > FRAME_LIMIT) huge.push(key);
  }
}

function findRepeated(frames: Uint32Array, nameIndex: Uint32Array): number[] {
  const groups = new Uint32Array(GROUP_WORDS * frames.length);
  for (let key = 0; key < frames.length; key++) {
    groups[GROUP_WORDS * key] = frames[key];
    groups[GROUP_WORDS * key + 1] = nameIndex[key];
  }
  const numbers = new Uint32Array(frames.length);
  const firsts = numberGroups(groups, numbers, 0);
  if (firsts.length === frames.length) return [];
  return [...numbers.keys()].filter((key) => firsts[numbers[key]] !== key);
}
