import { FRAME_LIMIT } from '../mmd-defaults.js';
import { freeSlots, hashWords } from './hash-words.js';

/** The key is beyond {@link FRAME_LIMIT}. */
export const HUGE = 1;
/** The key stands after a later one of its track. */
export const BACKWARD = 2;
/** The key has the frame of an earlier key of its track. */
export const REPEATED = 4;

/**
 * What is odd about each key (HUGE, BACKWARD and REPEATED, or-ed), and about all keys together.
 *
 * `nameIndex` is the track of each key; without it all keys are one track. O(keys).
 */
export function inspectOrder(
  frames: Uint32Array,
  nameIndex?: Uint32Array,
): { found: Uint8Array; all: number } {
  const found = new Uint8Array(frames.length);
  const lastFrames: number[] = [];
  let all = 0;
  for (let key = 0; key < frames.length; key++) {
    const track = nameIndex ? nameIndex[key] : 0;
    const frame = frames[key];
    const last = lastFrames[track] ?? -1;
    lastFrames[track] = frame;
    if (frame > last && frame <= FRAME_LIMIT) continue;
    found[key] =
      (frame > FRAME_LIMIT ? HUGE : 0) | (frame < last ? BACKWARD : 0) | (frame === last ? REPEATED : 0);
    all |= found[key];
  }
  if (all & BACKWARD) all |= noteDistantRepeats(frames, nameIndex, found);
  return { found, all };
}

/** In a track that goes back in time, keys of the same frame need not stand side by side. */
function noteDistantRepeats(
  frames: Uint32Array,
  nameIndex: Uint32Array | undefined,
  found: Uint8Array,
): number {
  let all = 0;
  const slots = freeSlots(frames.length); // 0 is free, else key + 1; one Set per track takes three times as long
  const mask = slots.length - 1;
  for (let key = 0; key < frames.length; key++) {
    const frame = frames[key];
    const track = nameIndex ? nameIndex[key] : 0;
    let slot = hashWords(frame, track, 0, 0) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot] - 1;
      if (frames[other] === frame && (!nameIndex || nameIndex[other] === track)) break;
    }
    if (slots[slot] === 0) slots[slot] = key + 1;
    else all |= found[key] = found[key] | REPEATED;
  }
  return all;
}
