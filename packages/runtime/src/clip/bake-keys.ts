import { KeyCursor } from '../motion/key-cursor.js';
import type { Writable } from '../motion/sample-bone.js';
import { FRAMES_PER_SECOND } from '../motion/seconds-to-frame.js';
import { deviates, interpolate } from './baked-value.js';
import { CHANNEL_SIZES, type NumericChannel } from './channel.js';
import { roundDown32, roundUp32 } from './float32-time.js';

/** Keys of an ordinary track, in 32 bits. */
export interface BakedKeys {
  /** Seconds, ascending. */
  readonly times: Float32Array;
  readonly values: Float32Array;
}

/**
 * Keys between which straight lines stay within `tolerance` of the channel, from one frame to another.
 *
 * Every segment between the channel's keys is halved until they do, so that the work follows keys and bends, not frames.
 * A key of the channel has its own value at the nearest 32-bit time; where the channel is fast there, what it is at the
 * 32-bit time on the other side becomes a key too.
 */
export function bakeKeys(channel: NumericChannel, from: number, to: number, tolerance: number): BakedKeys {
  const walk = new Walk(channel, tolerance);
  const inside = channel.frames.filter((frame) => frame > from && frame < to);
  const ends = to > from ? [...inside, to] : [];
  walk.addKey(from);
  let start = from;
  for (const end of ends) {
    walk.split(start, end);
    walk.addKey(end);
    start = end;
  }
  return { times: Float32Array.from(walk.times), values: Float32Array.from(walk.values) };
}

const PROBES = [0.25, 0.5, 0.75];
/** Pieces of a segment before the second look at it: an S crosses its chord, and might hide there. */
const FIRST_PIECES = 4;

class Walk {
  readonly times: number[] = [];
  readonly values: number[] = [];
  readonly #channel: NumericChannel;
  readonly #tolerance: number;
  readonly #cursor = new KeyCursor();
  readonly #probe = new Float64Array(4);
  readonly #chord = new Float64Array(4);

  constructor(channel: NumericChannel, tolerance: number) {
    this.#channel = channel;
    this.#tolerance = tolerance;
  }

  addKey(frame: number): void {
    const seconds = frame / FRAMES_PER_SECOND;
    const time = Math.fround(seconds);
    const value = this.#sample(frame, new Float64Array(4));
    const below = roundDown32(seconds);
    const above = roundUp32(seconds);
    const other = time === below ? above : below;
    const isFast = deviates(this.#channel.kind, value, this.#at(other), this.#tolerance);
    if (isFast && other < time) this.#add(other, this.#at(other));
    this.#add(time, value);
    if (isFast && other > time) this.#add(other, this.#at(other));
  }

  /** Adds what lies strictly between two frames. */
  split(start: number, end: number): void {
    const ends = Array.from(
      { length: FIRST_PIECES + 1 },
      (_, i) => start + ((end - start) * i) / FIRST_PIECES,
    );
    const values = ends.map((frame) => this.#sample(frame, new Float64Array(4)));
    if (this.#isStraight(start, end, values[0], values[FIRST_PIECES])) return;
    for (let i = 0; i < FIRST_PIECES; i++) {
      this.#halve(ends[i], ends[i + 1], values[i], values[i + 1]);
      if (i + 1 < FIRST_PIECES) this.#addBetween(ends[i + 1]);
    }
  }

  #halve(start: number, end: number, a: Float64Array, b: Float64Array): void {
    if (this.#isStraight(start, end, a, b)) return;
    const middle = (start + end) / 2;
    if (!isApart(start, middle) || !isApart(middle, end)) return;
    const value = this.#sample(middle, new Float64Array(4));
    this.#halve(start, middle, a, value);
    this.#addBetween(middle);
    this.#halve(middle, end, value, b);
  }

  #isStraight(start: number, end: number, a: Float64Array, b: Float64Array): boolean {
    const { kind } = this.#channel;
    return PROBES.every((t) => {
      this.#sample(start + (end - start) * t, this.#probe);
      interpolate(kind, a, 0, b, 0, t, this.#chord);
      return !deviates(kind, this.#chord, this.#probe, this.#tolerance);
    });
  }

  #addBetween(frame: number): void {
    const time = Math.fround(frame / FRAMES_PER_SECOND);
    this.#add(time, this.#at(time));
  }

  #add(time: number, value: Float64Array): void {
    const last = this.times.at(-1);
    if (last !== undefined && time <= last) return;
    this.times.push(time);
    for (let i = 0; i < CHANNEL_SIZES[this.#channel.kind]; i++) this.values.push(value[i]);
  }

  #at(seconds: number): Float64Array {
    return this.#sample(seconds * FRAMES_PER_SECOND, new Float64Array(4));
  }

  #sample<O extends Writable>(frame: number, out: O): O {
    this.#channel.sample(frame, out, this.#cursor);
    return out;
  }
}

function isApart(a: number, b: number): boolean {
  return Math.fround(a / FRAMES_PER_SECOND) < Math.fround(b / FRAMES_PER_SECOND);
}
