import { FRAMES_PER_SECOND } from '../motion/frames.js';
import { KeyCursor } from '../motion/key-cursor.js';
import type { Writable } from '../motion/sample-bone.js';
import { reduceKeys } from './reduce-keys.js';
import { isNear, isStraight, VALUE_SIZES, type ValueKind } from './straight.js';

/** A value that can be sampled at any frame. */
export interface SampledChannel {
  readonly kind: ValueKind;
  /** The frames of the keyframes between which the value is sampled, ascending. */
  readonly frames: Float64Array;
  /** Writes the value at a frame to `out`, from 0. Allocates nothing. */
  readonly sample: (frame: number, out: Writable, cursor?: KeyCursor) => void;
}

/** Keyframes of an ordinary track. All numbers are exact in 32 bits. */
interface BakedKeys {
  /** Seconds, ascending. */
  readonly times: number[];
  /** One value per keyframe. */
  readonly values: Float64Array[];
}

/** Straight lines between the candidates for keyframes stay within this fraction of the tolerance… */
const CANDIDATE_FRACTION = 1 / 8;
/** …and candidates are left out while the error stays within this one. The rest is margin. */
const REDUCTION_FRACTION = 13 / 16;

/**
 * Replaces a channel, from one frame to another, by as few keyframes as possible: straight lines between the
 * keyframes stay within `tolerance` of the channel.
 *
 * `tolerance` has the channel's unit; for quaternions it is radians. O(keys + bends).
 */
export function bakeChannel(channel: SampledChannel, from: number, to: number, tolerance: number): BakedKeys {
  const { kind } = channel;
  const { times, values } = findCandidates(channel, from, to, tolerance * CANDIDATE_FRACTION);
  const allowed = tolerance * REDUCTION_FRACTION;
  const kept = reduceKeys(times.length, (a, b) => {
    for (let i = a + 1; i < b; i++) {
      const t = (times[i] - times[a]) / (times[b] - times[a]);
      if (!isStraight(kind, values[a], values[b], t, values[i], 0, allowed)) return false;
    }
    return true;
  });
  // A channel that never changes needs no second keyframe.
  const isStill = kept.length === 2 && values[0].every((value, i) => value === values[kept[1]][i]);
  const keys = isStill ? [0] : kept;
  return { times: keys.map((key) => times[key]), values: keys.map((key) => values[key]) };
}

/**
 * Finds keyframes such that straight lines between them stay well within the tolerance.
 *
 * Halves every segment between the channel's keyframes until they do, so that the work depends on keyframes
 * and bends, not on frames. Each keyframe of the channel keeps its value, at the nearest 32-bit time. Where
 * the channel is fast, the 32-bit time on the other side gets a keyframe too.
 */
function findCandidates(channel: SampledChannel, from: number, to: number, tolerance: number): BakedKeys {
  const finder = new CandidateFinder(channel, tolerance);
  const inside = channel.frames.filter((frame) => frame > from && frame < to);
  const ends = to > from ? [...inside, to] : [];
  finder.addKey(from);
  let start = from;
  for (const end of ends) {
    finder.split(start, end);
    finder.addKey(end);
    start = end;
  }
  return finder;
}

const PROBES = [0.25, 0.5, 0.75];
/**
 * A segment that is not straight is first split into this many pieces: larger pieces of an S could cross
 * their chord at the probes, and seem straight.
 */
const FIRST_PIECES = 4;

class CandidateFinder implements BakedKeys {
  readonly times: number[] = [];
  readonly values: Float64Array[] = [];
  readonly #channel: SampledChannel;
  readonly #size: number;
  readonly #tolerance: number;
  readonly #cursor = new KeyCursor();
  readonly #probe: Float64Array;

  constructor(channel: SampledChannel, tolerance: number) {
    this.#channel = channel;
    this.#size = VALUE_SIZES[channel.kind];
    this.#tolerance = tolerance;
    this.#probe = new Float64Array(this.#size);
  }

  addKey(frame: number): void {
    const seconds = frame / FRAMES_PER_SECOND;
    const time = Math.fround(seconds);
    const value = this.#valueAt(frame);
    const below = roundDown32(seconds);
    const above = roundUp32(seconds);
    const other = time === below ? above : below;
    const otherValue = this.#valueAt(other * FRAMES_PER_SECOND);
    const isFast = !isNear(this.#channel.kind, value, 0, otherValue, 0, this.#tolerance);
    if (isFast && other < time) this.#add(other, otherValue);
    this.#add(time, value);
    if (isFast && other > time) this.#add(other, otherValue);
  }

  /** Adds the candidates that lie strictly between two frames. */
  split(start: number, end: number): void {
    const ends = Array.from(
      { length: FIRST_PIECES + 1 },
      (_, i) => start + ((end - start) * i) / FIRST_PIECES,
    );
    const values = ends.map((frame) => this.#valueAt(frame));
    if (this.#isStraight(start, end, values[0], values[FIRST_PIECES])) return;
    for (let i = 0; i < FIRST_PIECES; i++) {
      this.#halve(ends[i], ends[i + 1], values[i], values[i + 1]);
      if (i + 1 < FIRST_PIECES) this.#addBetween(ends[i + 1]);
    }
  }

  #halve(start: number, end: number, a: Float64Array, b: Float64Array): void {
    if (this.#isStraight(start, end, a, b)) return;
    const middle = (start + end) / 2;
    if (!haveOwnTimes(start, middle) || !haveOwnTimes(middle, end)) return;
    const value = this.#valueAt(middle);
    this.#halve(start, middle, a, value);
    this.#addBetween(middle);
    this.#halve(middle, end, value, b);
  }

  #isStraight(start: number, end: number, a: Float64Array, b: Float64Array): boolean {
    const { kind, sample } = this.#channel;
    return PROBES.every((t) => {
      sample(start + (end - start) * t, this.#probe, this.#cursor);
      return isStraight(kind, a, b, t, this.#probe, 0, this.#tolerance);
    });
  }

  #addBetween(frame: number): void {
    const time = Math.fround(frame / FRAMES_PER_SECOND);
    this.#add(time, this.#valueAt(time * FRAMES_PER_SECOND));
  }

  #add(time: number, value: Float64Array): void {
    const last = this.times.at(-1);
    if (last !== undefined && time <= last) return;
    this.times.push(time);
    this.values.push(value.map(Math.fround));
  }

  #valueAt(frame: number): Float64Array {
    const value = new Float64Array(this.#size);
    this.#channel.sample(frame, value, this.#cursor);
    return value;
  }
}

/** Whether two frames differ as 32-bit times. */
function haveOwnTimes(a: number, b: number): boolean {
  return Math.fround(a / FRAMES_PER_SECOND) < Math.fround(b / FRAMES_PER_SECOND);
}

/*
 * Ordinary tracks store times in 32 bits, which are 8e-6 s apart after 90 s. The direction of rounding
 * matters.
 */

/** The nearest 32-bit number at or below `x`. */
export function roundDown32(x: number): number {
  const rounded = Math.fround(x);
  return rounded <= x ? rounded : Math.fround(x - Math.abs(x) * 2 ** -24);
}

/** The nearest 32-bit number at or above `x`. */
function roundUp32(x: number): number {
  const down = roundDown32(-x);
  return down === 0 ? 0 : -down;
}
