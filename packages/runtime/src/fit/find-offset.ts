import type { HeardSong } from '../beats/find-beats.js';
import { checkedPositive } from '../checked-number.js';
import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Motion } from '../motion/motion.js';
import type { Rig } from '../rig/rig.js';
import { TaskQueue } from '../task-queue.js';
import { findAccents, onsetsOfAccents } from './find-accents.js';
import { POINTS, speedsOf, type WatchedMotion, watchMotion } from './watch-motion.js';

/** Options of {@link findOffset}. */
export interface OffsetOptions {
  /** The bones of the dance's model, which then gets other poses. */
  readonly rig?: Rig | undefined; // those of a usual body
  /** Seconds by which song and dance are apart at most. */
  readonly most?: number | undefined; // 10
  readonly signal?: AbortSignal | undefined;
}

/** What {@link findOffset} proposes. */
export interface ProposedOffset {
  /** Seconds of the song before the motion begins; below 0, the dance begins first: as `player.offset`. */
  readonly seconds: number;
  /** 0 to 1: how much better it fits than any other that is 0.15 s or more away. Below 0.2 it is a guess. */
  readonly confidence: number;
}

/** How much single accents count beside each of those below: they tell a beat from the next one. */
const ACCENTS = 2;
/** Seconds over which loudness and movement are compared beside single accents. */
const SLOW = [1, 2, 4, 6];
/**
 * The likeness of loudness and movement over seconds from which on they begin to tell places apart, and from
 * which on they do. Steady songs and dances only have beats, which fit at many places.
 */
const UNLIKE = 0.2;
const ALIKE = 0.4;
/** A better score than that of all others by so much leaves no doubt. */
const CERTAIN = 0.06;
/** Other offsets that are nearer are the same one. */
const SAME = 0.15;

/**
 * Where a dance begins in the song that it was made for, if files were cut differently: its accents fall on
 * what is heard, and it moves where the song is loud.
 *
 * Nothing moves, or nothing is heard: 0, with the confidence 0. The work is done in small portions.
 * O(seconds · offsets). Rejects with the reason of `signal`.
 *
 * @throws RangeError if `most` is not above 0.
 * @example
 * const { seconds, confidence } = await findOffset(await hearSong(samples, 11025), motion);
 * if (confidence > 0.2) player.offset = seconds; // when it begins
 */
export async function findOffset(
  song: HeardSong,
  motion: Motion,
  { rig, most = 10, signal }: OffsetOptions = {},
): Promise<ProposedOffset> {
  checkedPositive('most', most);
  const watched = await watchMotion(motion, rig, signal);
  const { rate, onsets, loudness } = song;
  if (onsets.length === 0) return { seconds: 0, confidence: 0 };
  const accents = onsetsOfAccents(findAccents(watched), watched.count, rate);
  const moved = movement(watched, rate);
  const single = new Overlap(onsets, accents);
  const slow = SLOW.map((width) => new Overlap(slowly(loudness, width * rate), slowly(moved, width * rate)));
  const reach = Math.round(Math.min(most, 600) * rate);
  const tasks = new TaskQueue();
  const scores = new Float64Array(2 * reach + 1);
  const slowAt = (shift: number): number => slow.reduce((sum, pair) => sum + pair.likeness(shift), 0);
  const scoreAt = (shift: number): number => slowAt(shift) + ACCENTS * single.likeness(shift);
  for (let i = 0; i < scores.length; i++) scores[i] = await tasks.run(() => scoreAt(i - reach), signal);
  const { at, lead } = bestOf(scores, SAME * rate);
  if (lead === 0) return { seconds: 0, confidence: 0 };
  const alike = (slowAt(at - reach) / SLOW.length - UNLIKE) / (ALIKE - UNLIKE);
  const confidence = Math.min(lead / CERTAIN, 1) * Math.min(Math.max(alike, 0), 1);
  return { seconds: (at - reach) / rate, confidence };
}

/** The place of the best score, and by how much it leads those that are further away than `same`; 0: none. */
function bestOf(scores: Float64Array, same: number): { readonly at: number; readonly lead: number } {
  const at = scores.reduce((most, score, i) => (score > scores[most] ? i : most), 0);
  const other = scores.reduce(
    (most, score, i) => (Math.abs(i - at) > same ? Math.max(most, score) : most),
    0,
  );
  return { at, lead: Math.max(scores[at] - other, 0) };
}

/** The mean speed of the points of a body, so many times a second. */
function movement(watched: WatchedMotion, rate: number): Float64Array {
  const speeds = POINTS.map((_, point) => speedsOf(watched, point));
  const length = Math.ceil((watched.count / FRAMES_PER_SECOND) * rate);
  return Float64Array.from({ length }, (_, i) => {
    const frame = Math.min(Math.floor((i * FRAMES_PER_SECOND) / rate), watched.count - 1);
    return speeds.reduce((sum, speed) => sum + speed[frame], 0) / POINTS.length;
  });
}

/** Values without what happens within `width` of them. One mean would leave waves of single beats. */
function slowly(values: Float64Array, width: number): Float64Array {
  return meansOf(meansOf(values, width), width);
}

/** The mean of each value and those around it. */
function meansOf(values: Float64Array, width: number): Float64Array {
  const half = Math.round(width / 2);
  const sums = sumsOf(values);
  return values.map((_, i) => {
    const [from, to] = [Math.max(i - half, 0), Math.min(i + half + 1, values.length)];
    return (sums[to] - sums[from]) / (to - from);
  });
}

/** Two signals, of which the second one begins later or earlier. */
class Overlap {
  readonly #a: Signal;
  readonly #b: Signal;

  constructor(a: Float64Array, b: Float64Array) {
    this.#a = new Signal(a);
    this.#b = new Signal(b);
  }

  /**
   * How alike they are where both are, if the second one begins `shift` moments later: 1 = the same, −1 = the
   * opposite; less if they hardly overlap. Silence before or after a song then counts no more than it should.
   */
  likeness(shift: number): number {
    const [a, b] = [this.#a.values, this.#b.values];
    const [from, to] = [Math.max(shift, 0), Math.min(a.length, b.length + shift)];
    if (to - from < 2) return 0;
    let product = 0;
    for (let i = from; i < to; i++) product += a[i] * b[i - shift];
    const [meanA, spreadA] = this.#a.between(from, to);
    const [meanB, spreadB] = this.#b.between(from - shift, to - shift);
    const together = product / (to - from) - meanA * meanB;
    const share = (to - from) / Math.min(a.length, b.length);
    return spreadA * spreadB > 0 ? (share * together) / (spreadA * spreadB) : 0;
  }
}

/** A signal whose parts have a mean and a spread. */
class Signal {
  readonly values: Float64Array;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;

  constructor(values: Float64Array) {
    this.values = values;
    this.#sums = sumsOf(values);
    this.#squares = sumsOf(values.map((value) => value * value));
  }

  between(from: number, to: number): readonly [mean: number, spread: number] {
    const mean = (this.#sums[to] - this.#sums[from]) / (to - from);
    const square = (this.#squares[to] - this.#squares[from]) / (to - from);
    return [mean, Math.sqrt(Math.max(square - mean * mean, 0))];
  }
}

/** The sum of all values before each, and of all. */
function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i] + values[i];
  return sums;
}
