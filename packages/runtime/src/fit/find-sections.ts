import type { HeardSong } from '../beats/find-beats.js';

/** A part of a song. */
export interface SongSection {
  /** Seconds; the start of a bar. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1: how loud and how busy it is, against the rest of the song. */
  readonly energy: number;
  /** By its energy: a song without much contrast may have no chorus, or nothing else. */
  readonly kind: 'quiet' | 'verse' | 'chorus';
}

const QUIET = 0.25;
const CHORUS = 0.62;
/** Decibels below which a song is silent. */
const SILENCE = -60;
/** How much better a division must describe the song. */
const PENALTY = 0.12;
const MIN_BARS = 2;
/** Songs change after four bars, mostly. */
const USUAL_BARS = 4;
const UNUSUAL_COST = 0.04;

/**
 * Where a song becomes louder and busier, or quieter, in whole bars: verses and choruses. Empty for a song
 * without bars. O(bars²).
 *
 * @example
 * const song = await hearSong(samples, 11025);
 * findSections(song).map(({ kind }) => kind); // → ['quiet', 'verse', 'quiet']
 */
export function findSections(song: HeardSong): SongSection[] {
  const bars = [...song.bars];
  if (bars.length === 0 || song.onsets.length === 0) return [];
  const ends = [...bars.slice(1), Math.max(song.seconds, bars[bars.length - 1])];
  const loud = bars.map((bar, i) =>
    Math.max(20 * Math.log10(meanOf(song.loudness, song.rate, bar, ends[i])), SILENCE),
  );
  const busy = bars.map((bar, i) => meanOf(song.onsets, song.rate, bar, ends[i]));
  const energies = scaled(scaled(loud).map((value, i) => value + scaled(busy)[i]));
  const starts = divide(energies);
  return starts.map((first, i) => {
    const last = (starts[i + 1] ?? bars.length) - 1;
    const own = energies.slice(first, last + 1);
    const energy = own.reduce((sum, value) => sum + value) / own.length;
    const kind = energy < QUIET ? 'quiet' : energy < CHORUS ? 'verse' : 'chorus';
    return { start: bars[first], end: ends[last], energy, kind };
  });
}

/** The mean of moments between two times. */
function meanOf(values: Float64Array, rate: number, from: number, to: number): number {
  const [first, end] = [
    Math.floor(from * rate),
    Math.max(Math.floor(to * rate), Math.floor(from * rate) + 1),
  ];
  const own = values.subarray(first, end);
  return own.length > 0 ? own.reduce((sum, value) => sum + value, 0) / own.length : 0;
}

/** 0 for the tenth part of the lowest, 1 for that of the highest. */
function scaled(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [0.1, 0.9].map((part) => sorted[Math.round(part * (sorted.length - 1))]);
  return values.map((value) => (high > low ? Math.min(Math.max((value - low) / (high - low), 0), 1) : 0.5));
}

/** The first bars of sections in which the energy is as even as can be (dynamic programming). */
function divide(energies: readonly number[]): number[] {
  const count = energies.length;
  const sums = prefixes(energies);
  const squares = prefixes(energies.map((energy) => energy * energy));
  const costs = [0];
  const before = [0];
  for (let end = 1; end <= count; end++) {
    costs.push(Infinity);
    before.push(0);
    for (let start = 0; start === 0 || start <= end - MIN_BARS; start++) {
      const length = end - start;
      const spread = squares[end] - squares[start] - (sums[end] - sums[start]) ** 2 / length;
      const unusual = end < count && length % USUAL_BARS !== 0 ? UNUSUAL_COST : 0;
      const cost = costs[start] + spread + PENALTY + unusual;
      if (cost < costs[end]) [costs[end], before[end]] = [cost, start];
    }
  }
  const starts: number[] = [];
  for (let end = count; end > 0; end = before[end]) starts.unshift(before[end]);
  return starts;
}

function prefixes(values: readonly number[]): number[] {
  let sum = 0;
  return [0, ...values.map((value) => (sum += value))];
}
