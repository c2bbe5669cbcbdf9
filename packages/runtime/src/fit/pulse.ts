import type { SongBeats } from '../beats/beats-of-onsets.js';
import type { Run } from '../beats/hear-onsets.js';
import { trackBeats } from '../beats/track-beats.js';
import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Motion } from '../motion/motion.js';
import type { Rig } from '../rig/rig.js';
import { TaskQueue } from '../task-queue.js';
import { type Accent, findAccents, onsetsOfAccents } from './find-accents.js';
import { steadyBeats } from './steady-beats.js';
import { watchMotion } from './watch-motion.js';

/** The beat of a dance or a song. */
export interface Pulse {
  /** Beats a minute; 0 if there is no beat. */
  readonly tempo: number;
  /** Seconds at which the first beat is; of a dance, it may be a quarter of a beat below 0. */
  readonly phase: number;
  /** 0 to 1: how much of what can be seen or heard is on the beats. Below 0.2 they are a guess. */
  readonly confidence: number;
  /** Seconds, in order; empty if there is no beat. */
  readonly beats: Float64Array;
}

/** Moments a second at which accents are compared. */
const RATE = 90;
/**
 * Beats that follow single accents are on more of them by chance. A dance changes its tempo if they are on
 * so many more.
 */
const BETTER = 0.25;
/** An accent is on a beat if it is at most this part of a beat away. */
const NEAR = 0.15;

/**
 * The beat of a dance: hands, feet, head and hips come to rest on beats. The tempo may be half or double
 * that of its song. A dance that never moves, or never in time, has none: no beats, and the confidence 0.
 *
 * `rig`: the bones of its model, which then gets other poses; without it, those of a usual body, which is
 * nearly as good. Of dances of more than 10 minutes, the beginning counts. The work is done in small portions
 * between which the page can draw. O(frames · bones). Rejects with the reason of `signal`.
 *
 * @example
 * const { tempo, confidence } = await dancePulse(dance);
 * tempo; // → 120.2
 */
export async function dancePulse(motion: Motion, rig?: Rig, signal?: AbortSignal): Promise<Pulse> {
  const watched = await watchMotion(motion, rig, signal);
  return pulseOfAccents(findAccents(watched), watched.count, signal);
}

/** The beat of accents in so many frames. */
export async function pulseOfAccents(
  accents: readonly Accent[],
  frames: number,
  signal?: AbortSignal,
): Promise<Pulse> {
  const tasks = new TaskQueue();
  const run: Run = (step) => tasks.run(step, signal);
  const steady = await steadyBeats(accents, frames, run);
  const changing = await changingBeats(accents, frames, run);
  const [ofSteady, ofChanging] = [steady, changing].map((beats) => shareOnBeats(accents, beats));
  return ofChanging > ofSteady + BETTER ? pulseOf(changing, ofChanging) : pulseOf(steady, ofSteady);
}

/** Beats that may become faster or slower. */
async function changingBeats(accents: readonly Accent[], frames: number, run: Run): Promise<Float64Array> {
  const moments = await trackBeats({ all: onsetsOfAccents(accents, frames, RATE), rate: RATE }, run);
  return Float64Array.from(moments, (moment) => moment / RATE);
}

/**
 * The beat of a song, from its beats as `findBeats` gives them. The confidence says how even they are.
 * O(beats · log beats).
 *
 * @example
 * songPulse(await findBeats(samples, 11025)).tempo; // → 120.0
 */
export function songPulse({ beats }: SongBeats): Pulse {
  const median = medianOf(lengthsOf(beats));
  const even = lengthsOf(beats).filter((length) => Math.abs(length - median) <= 0.05 * median);
  return pulseOf(beats, even.length / Math.max(beats.length - 1, 1));
}

function pulseOf(beats: Float64Array, confidence: number): Pulse {
  if (beats.length < 2) return { tempo: 0, phase: 0, confidence: 0, beats: new Float64Array() };
  return { tempo: tempoOf(beats), phase: beats[0], confidence, beats };
}

/** By the mean of the beats that are about as long as the middle one: found beats are rounded. */
function tempoOf(beats: Float64Array): number {
  const lengths = lengthsOf(beats).sort();
  const middle = lengths[(lengths.length - 1) >> 1]; // not between two: no beat may be as long
  const usual = lengths.filter((length) => Math.abs(length - middle) <= 0.1 * middle);
  return (60 * usual.length) / usual.reduce((sum, length) => sum + length, 0);
}

/** How long the beats are, in seconds. */
function lengthsOf(beats: Float64Array): Float64Array {
  return beats.slice(1).map((beat, i) => beat - beats[i]);
}

export function medianOf(values: Float64Array): number {
  const sorted = values.slice().sort();
  return sorted.length > 0 ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : 0;
}

/** How much of the accents is on beats, above chance: 0 to 1. */
function shareOnBeats(accents: readonly Accent[], beats: Float64Array): number {
  if (beats.length < 2) return 0;
  let [near, whole] = [0, 0];
  for (const { frame, strength } of accents) {
    const [before, after] = beatsAround(beats, frame / FRAMES_PER_SECOND);
    const away = Math.min(frame / FRAMES_PER_SECOND - before, after - frame / FRAMES_PER_SECOND);
    whole += strength;
    if (Math.abs(away) <= NEAR * (after - before)) near += strength;
  }
  return whole > 0 ? Math.max((near / whole - 2 * NEAR) / (1 - 2 * NEAR), 0) : 0;
}

/** The beats before and after a time; at the ends, the two that are nearest. */
function beatsAround(beats: Float64Array, seconds: number): [before: number, after: number] {
  let i = 1;
  while (i < beats.length - 1 && beats[i] < seconds) i++;
  return [beats[i - 1], beats[i]];
}
