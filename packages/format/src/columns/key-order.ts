import { FRAME_LIMIT } from '../mmd-defaults.js';
import { freeSlots, hashWords } from './hash-words.js';
import { addOddKey, noOddKeys, type OddKeys } from './odd-keys.js';

export interface KeyOrder {
  /** Keys beyond {@link FRAME_LIMIT}. */
  readonly huge: OddKeys;
  /** Keys that stand after a later one of their track. */
  readonly backward: OddKeys;
  /** Keys that have the frame of an earlier key of their track. */
  readonly repeated: OddKeys;
}

/**
 * What is odd about the frames of a section.
 *
 * `nameIndex` is the track of each key, below `tracks`; without it all keys are one track. O(keys).
 */
export function inspectOrder(
  frames: Uint32Array,
  nameIndex: Uint32Array = new Uint32Array(frames.length),
  tracks = 1,
): KeyOrder {
  const order: KeyOrder = { huge: noOddKeys(), backward: noOddKeys(), repeated: noOddKeys() };
  compareWithLast(frames, nameIndex, new Float64Array(tracks).fill(-1), order);
  if (order.backward.count === 0) return order;
  // In a track that goes back in time, keys of the same frame need not stand side by side.
  return { ...order, repeated: findRepeated(frames, nameIndex) };
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
    if (frame <= last) addOddKey(frame < last ? backward : repeated, key);
    if (frame > FRAME_LIMIT) addOddKey(huge, key);
  }
}

function findRepeated(frames: Uint32Array, nameIndex: Uint32Array): OddKeys {
  const repeated = noOddKeys();
  const slots = freeSlots(frames.length); // 0 is free, else key + 1; one Set per track takes three times as long
  const mask = slots.length - 1;
  for (let key = 0; key < frames.length; key++) {
    const frame = frames[key];
    const track = nameIndex[key];
    let slot = hashWords(frame, track, 0, 0) & mask;
    while (slots[slot] !== 0 && (frames[slots[slot] - 1] !== frame || nameIndex[slots[slot] - 1] !== track))
      slot = (slot + 1) & mask;
    if (slots[slot] === 0) slots[slot] = key + 1;
    else addOddKey(repeated, key);
  }
  return repeated;
}
