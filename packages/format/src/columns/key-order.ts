import { FRAME_LIMIT } from '../mmd-defaults.js';
import { mixed, randomFactor } from './number-fields.js';

/** Keys that are odd in one way. */
export interface OddKeys {
  count: number;
  /** The first of them; −1 if there is none. */
  first: number;
}

/** What is odd about the frames of a section. */
export interface KeyOrder {
  /** Beyond {@link FRAME_LIMIT}. */
  readonly huge: OddKeys;
  /** After a later key of their track. */
  readonly backward: OddKeys;
  /** With the frame of an earlier key of their track. */
  readonly repeated: OddKeys;
}

/** Counts the odd ones among the keys 0 to `count` − 1. */
export function oddKeys(count: number, isOdd: (key: number) => unknown): OddKeys {
  const odd = noKeys();
  for (let key = 0; key < count; key++) if (isOdd(key)) add(odd, key);
  return odd;
}

function noKeys(): OddKeys {
  return { count: 0, first: -1 };
}

function add(odd: OddKeys, key: number): void {
  if (odd.count++ === 0) odd.first = key;
}

/**
 * Finds what is odd about the frames of a section.
 *
 * `nameIndex` is the track of each key, below the number of keys; without it all keys are one track. O(keys).
 */
export function inspectOrder(frames: Uint32Array, nameIndex?: Uint32Array): KeyOrder {
  const order = compareWithLast(frames, nameIndex);
  if (order.backward.count === 0) return order;
  // In a track that goes back in time, keys of the same frame need not stand side by side.
  return { ...order, repeated: repeatedKeys(frames, nameIndex) };
}

/** Compares each key with the one before in its track. `repeated` are then only neighbours. O(keys). */
function compareWithLast(frames: Uint32Array, nameIndex?: Uint32Array): KeyOrder {
  const [huge, backward, repeated] = [noKeys(), noKeys(), noKeys()];
  const lastFrames = new Float64Array(frames.length).fill(-1); // by track
  for (let key = 0; key < frames.length; key++) {
    const track = nameIndex ? nameIndex[key] : 0;
    const frame = frames[key];
    const last = lastFrames[track];
    lastFrames[track] = frame;
    if (frame < last) add(backward, key);
    else if (frame === last) add(repeated, key);
    if (frame > FRAME_LIMIT) add(huge, key);
  }
  return { huge, backward, repeated };
}

/** Keys after a later key of their track. O(keys). */
export function backwardKeys(frames: Uint32Array, nameIndex?: Uint32Array): OddKeys {
  const backward = noKeys();
  const lastFrames = new Uint32Array(frames.length); // by track
  for (let key = 0; key < frames.length; key++) {
    const track = nameIndex ? nameIndex[key] : 0;
    if (frames[key] < lastFrames[track]) add(backward, key);
    lastFrames[track] = frames[key];
  }
  return backward;
}

const FRAME_FACTOR: number = /* @__PURE__ */ randomFactor();
const TRACK_FACTOR: number = /* @__PURE__ */ randomFactor();

/**
 * Keys with the frame and the track of an earlier key: those that a hash table with open addressing has
 * already.
 */
function repeatedKeys(frames: Uint32Array, nameIndex: Uint32Array | undefined): OddKeys {
  const track = (key: number): number => (nameIndex ? nameIndex[key] : 0);
  const mask = 2 ** Math.ceil(Math.log2(2 * frames.length)) - 1; // at most half of the table is full
  const slots = new Uint32Array(mask + 1); // 0 is free, else key + 1
  return oddKeys(frames.length, (key) => {
    let slot = mixed(mixed(frames[key], FRAME_FACTOR) ^ track(key), TRACK_FACTOR) & mask;
    for (; slots[slot] > 0; slot = (slot + 1) & mask) {
      const other = slots[slot] - 1;
      if (frames[other] === frames[key] && track(other) === track(key)) return true;
    }
    slots[slot] = key + 1;
    return false;
  });
}
