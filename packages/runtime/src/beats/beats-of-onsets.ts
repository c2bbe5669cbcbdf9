import { type Onsets, type Run, TONES } from './hear-onsets.js';
import { trackBeats } from './track-beats.js';

/** The beats of a song, in seconds, in order. */
export interface SongBeats {
  readonly beats: Float64Array;
  /** The first beat of each bar. Bars of four beats are assumed. */
  readonly bars: Float64Array;
}

const BEATS_PER_BAR = 4;

/** The beats that onsets form. */
export async function beatsOfOnsets(onsets: Onsets, run: Run): Promise<SongBeats> {
  const moments = await trackBeats(onsets, run);
  const beats = Float64Array.from(moments, (moment) => moment / onsets.rate);
  const first = firstOfBar(moments, onsets);
  return { beats, bars: beats.filter((_, i) => i % BEATS_PER_BAR === first) };
}

/**
 * Which beat begins a bar, 0 to 3: the one with the strongest onsets, above all in the bass, and with new
 * chords.
 */
function firstOfBar(beats: readonly number[], { all, low, tones }: Onsets): number {
  const moments = beats.map(Math.round);
  const strengths = sumsOfBar(moments, (i) => near(all, moments[i]) + near(low, moments[i]));
  const chords = sumsOfBar(moments, (i) => chordChange(tones, moments, i));
  const scores = strengths.map((strength, i) => strength + chords[i]);
  return scores.indexOf(Math.max(...scores));
}

/** The sums of a value over the first, second, third and fourth beats, divided by their mean. */
function sumsOfBar(moments: readonly number[], valueOf: (i: number) => number): number[] {
  const sums = Array.from({ length: BEATS_PER_BAR }, () => 0);
  for (let i = 0; i < moments.length; i++) sums[i % BEATS_PER_BAR] += valueOf(i);
  const mean = sums.reduce((a, b) => a + b) / BEATS_PER_BAR;
  return sums.map((sum) => (mean > 0 ? sum / mean : 0));
}

/** The strongest onset within a moment or two. */
function near(onsets: Float64Array, moment: number): number {
  let most = 0;
  for (let i = moment - 2; i <= moment + 2; i++) most = Math.max(most, onsets[i] ?? 0);
  return most;
}

const HALF_BAR = 2;

/** How different the tones of the half bar after a beat are from those of the half bar before it: 0 to 1. */
function chordChange(tones: Float32Array, moments: readonly number[], i: number): number {
  if (i < HALF_BAR || i + HALF_BAR >= moments.length) return 0;
  const before = sumTones(tones, moments[i - HALF_BAR], moments[i]);
  const after = sumTones(tones, moments[i], moments[i + HALF_BAR]);
  const product = dot(before, after) / Math.sqrt(dot(before, before) * dot(after, after));
  return Number.isNaN(product) ? 0 : 1 - product;
}

function sumTones(tones: Float32Array, from: number, to: number): Float64Array {
  const sums = new Float64Array(TONES);
  for (let i = TONES * from; i < TONES * to; i++) sums[i % TONES] += tones[i];
  return sums;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
