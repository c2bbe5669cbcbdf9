import type { MmdFormatErrorCode } from '../errors.js';
import { freeSlots, hashWords } from './hash-words.js';
import { FRAME_LIMIT } from '../vmd/layout.js';
import { type RecordRange, reportKeys } from '../vmd/record-fields.js';

interface Frames {
  readonly frames: Uint32Array;
  readonly nameIndex?: Uint32Array;
}

/**
 * Reports keys that are far out, that go back in time, or that repeat a frame of their track.
 *
 * `nameIndex` tells the track of each key; without it all keys are one track. Order across tracks means nothing: MMD
 * writes all first keys first, then the rest as they lie in its memory. O(keys).
 */
export function reportFrames<K extends Frames>(range: RecordRange<K>, keys: K): void {
  const { found, all } = inspectOrder(keys.frames, keys.nameIndex);
  const report = (code: MmdFormatErrorCode, flag: number, problem: string): void => {
    if (all & flag) reportKeys(range, code, range.layout.fields.frames, problem, (key) => found[key] & flag);
  };
  report('huge-frame', HUGE, `is above ${FRAME_LIMIT}`);
  report('unsorted-keys', BACKWARD, 'goes back');
  report('duplicate-keys', REPEATED, 'repeats a frame');
}

/** The key is out of reach. */
export const HUGE = 1;
/** The key stands behind a later one of its track. */
export const BACKWARD = 2;
/** Its track has had a key at its frame. */
export const REPEATED = 4;

/** What is odd about each key, an or of the three above; and about all. */
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

/** Where a track goes back in time, a repeated frame need not stand beside the first. */
function noteDistantRepeats(
  frames: Uint32Array,
  nameIndex: Uint32Array | undefined,
  found: Uint8Array,
): number {
  let all = 0;
  const slots = freeSlots(frames.length); // 0 is free, else key + 1; a Set for each track takes three times as long
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
