import type { Onsets, Run } from './hear-onsets.js';

/** Seconds of a beat: 40 to 240 a minute. */
const SHORTEST = 0.25;
const LONGEST = 1.5;
/** People hear beats of about this length, and rather double or halve others: octaves of that preference. */
const PREFERRED = 0.5;
const PREFERENCE = 0.8;
/** A song has a beat if its onsets repeat this much: 1 = exactly, 0 = not at all. */
const MIN_REPETITION = 0.08;
/** How much of the onsets on a chain of beats an even grid must meet. */
const GRID_SHARE = 0.76;
const GRID_PLAY = 0.01;
/** A beat is off the grid if it is more than this part of a period away; a song that is for so many beats. */
const AWAY = 0.2;
const LONG = 24;
/** How much beats that are too long or too short cost, against onsets. */
const STEADINESS = 100;

/**
 * The moments of the beats, in order, may be fractional. Empty if the song has no beat.
 *
 * Most songs are made with a computer and keep their tempo exactly: an even grid then is right also where
 * onsets mislead. Other songs get a chain of strong onsets, as even as the song is. O(length² · beat).
 */
export async function trackBeats({ all, rate }: Pick<Onsets, 'all' | 'rate'>, run: Run): Promise<number[]> {
  const period = await findPeriod(all, rate, run);
  if (period === undefined) return [];
  const onsets = all.map((value, i) => Math.max(value, all[i - 1] ?? 0, all[i + 1] ?? 0));
  const periods = await followPeriod(all, period, rate, run);
  const chain = await run(() => chainBeats(all, periods));
  const grid = await fitGrid(onsets, period, run);
  const isEven = isMet(onsets, grid, chain) && isMet(onsets, grid, longestAway(chain, grid, period));
  return isEven ? grid : chain;
}

/** Does an even grid meet enough of the onsets on a chain of beats, while that lasts? */
function isMet(onsets: Float64Array, grid: readonly number[], chain: readonly number[]): boolean {
  if (chain.length === 0) return true;
  const [from, to] = [chain[0] - 1, chain[chain.length - 1] + 1];
  const within = grid.filter((moment) => moment >= from && moment <= to);
  return sumAt(onsets, within) >= GRID_SHARE * sumAt(onsets, chain);
}

/**
 * The longest part of a chain of beats that keeps away from the grid, if it is long: before or after a pause,
 * a song may be even, too.
 */
function longestAway(chain: readonly number[], grid: readonly number[], period: number): number[] {
  let longest: number[] = [];
  let part: number[] = [];
  let i = 0;
  for (const beat of chain) {
    while (i < grid.length - 1 && Math.abs(grid[i + 1] - beat) <= Math.abs(grid[i] - beat)) i++;
    part = Math.abs(grid[i] - beat) > AWAY * period ? [...part, beat] : [];
    if (part.length > longest.length) longest = part;
  }
  return longest.length >= LONG ? longest : [];
}

function sumAt(onsets: Float64Array, moments: readonly number[]): number {
  return moments.reduce((sum, moment) => sum + onsets[Math.round(moment)], 0);
}

/** The even grid with the most onsets whose period is at most 1 % longer or shorter. */
async function fitGrid(onsets: Float64Array, period: number, run: Run): Promise<number[]> {
  const last = onsets.length - 1;
  const beats = last / period;
  const steps = Math.ceil(GRID_PLAY * period * beats);
  let [bestPeriod, bestStart, most] = [period, 0, -1];
  const tryPeriod = (tried: number): void => {
    for (let start = 0; start < tried; start++) {
      let sum = 0;
      for (let at = start; at <= last; at += tried) sum += onsets[Math.round(at)];
      sum /= Math.floor((last - start) / tried) + 1;
      if (sum > most) [bestPeriod, bestStart, most] = [tried, start, sum];
    }
  };
  // at the end, a step is one moment more or less
  for (let step = -steps; step <= steps; step++) await run(() => tryPeriod(period + step / beats));
  // no onset can be heard at the very start
  const first = bestStart - bestPeriod > -1 ? bestStart - bestPeriod : bestStart;
  const count = Math.floor((last - first) / bestPeriod) + 1;
  return Array.from({ length: count }, (_, i) => Math.max(first + i * bestPeriod, 0));
}

/** Moments of a beat, fractional; undefined if nothing repeats. */
async function findPeriod(onsets: Float64Array, rate: number, run: Run): Promise<number | undefined> {
  const [shortest, longest] = [Math.floor(SHORTEST * rate), Math.ceil(LONGEST * rate)];
  const repetition = (lag: number): number => repetitionAt(onsets, lag);
  const whole = repetition(0);
  let [best, most] = [-1, 0];
  const tryLag = (lag: number): void => {
    const octaves = Math.log2(lag / rate / PREFERRED);
    const score = (repetition(lag) + repetition(2 * lag) / 2) * Math.exp(-0.5 * (octaves / PREFERENCE) ** 2);
    if (score > most) [best, most] = [lag, score];
  };
  for (let lag = shortest; lag <= longest; lag++) await run(() => tryLag(lag));
  if (best < 0 || repetition(best) < MIN_REPETITION * whole) return undefined;
  return refine(repetition, best);
}

/** The sum of all products of two moments that are `lag` apart, of the onsets between two moments. */
function repetitionAt(onsets: Float64Array, lag: number, from = 0, to = onsets.length): number {
  let sum = 0;
  for (let i = from + lag; i < to; i++) sum += onsets[i] * onsets[i - lag];
  return sum;
}

/** Seconds of a song that have one tempo, about, and after which it is looked for again. */
const STRETCH = 10;
const HOP = 1;
/** By how much a song may become slower or faster: half an octave. */
const MOST_CHANGE = Math.SQRT2;
/** How much a change of the tempo by an octave costs, against a repetition that is exact. */
const CHANGE_COST = 6;

/**
 * The period at each moment, by the path of least changes through the repetitions of all stretches of a song
 * (dynamic programming).
 */
async function followPeriod(
  onsets: Float64Array,
  period: number,
  rate: number,
  run: Run,
): Promise<Float64Array> {
  const hop = Math.round(HOP * rate);
  const half = Math.round((STRETCH * rate) / 2);
  const lags: number[] = [];
  for (let lag = Math.ceil(period / MOST_CHANGE); lag <= period * MOST_CHANGE; lag++) lags.push(lag);
  const count = Math.ceil(onsets.length / hop);
  let scores = lags.map(() => 0);
  const before: number[][] = [];
  for (let stretch = 0; stretch < count; stretch++) {
    const [from, to] = [Math.max(stretch * hop - half, 0), Math.min(stretch * hop + half, onsets.length)];
    const next = await run(() => {
      const whole = repetitionAt(onsets, 0, from, to) || 1;
      const best = lags.map((lag) =>
        lags.reduce((found, other, i) => {
          const value = scores[i] - CHANGE_COST * Math.abs(Math.log2(lag / other));
          return value > scores[found] - CHANGE_COST * Math.abs(Math.log2(lag / lags[found])) ? i : found;
        }, 0),
      );
      before.push(best);
      return lags.map((lag, i) => {
        const found = best[i];
        const repeated = repetitionAt(onsets, lag, from, to) + repetitionAt(onsets, 2 * lag, from, to) / 2;
        return scores[found] - CHANGE_COST * Math.abs(Math.log2(lag / lags[found])) + repeated / whole;
      });
    });
    scores = next;
  }
  let at = scores.indexOf(Math.max(...scores));
  const periods = new Float64Array(onsets.length);
  for (let stretch = count - 1; stretch >= 0; stretch--) {
    periods.fill(lags[at], stretch * hop, (stretch + 1) * hop);
    at = before[stretch][at];
  }
  return periods;
}

/** The top of the parabola through three neighbors. Eight beats are measured, where an error is an eighth. */
function refine(repetition: (lag: number) => number, lag: number): number {
  let period = lag;
  for (const beats of [1, 2, 4, 8]) {
    const around = Math.round(period * beats);
    let best = around;
    for (const near of [around - 2, around - 1, around + 1, around + 2]) {
      if (repetition(near) > repetition(best)) best = near;
    }
    const [a, b, c] = [best - 1, best, best + 1].map(repetition);
    const curve = a - 2 * b + c;
    period = (best + (curve < 0 ? (a - c) / (2 * curve) : 0)) / beats;
  }
  return period;
}

/** The chain of moments with the most onsets, whose links are about a period long (dynamic programming). */
function chainBeats(onsets: Float64Array, periods: Float64Array): number[] {
  const count = onsets.length;
  const score = new Float64Array(count);
  const before = new Int32Array(count).fill(-1);
  const furthest = Math.round(2 * periods.reduce((most, period) => Math.max(most, period), 0));
  const logs = Float64Array.from({ length: furthest + 1 }, (_, lag) => Math.log(Math.max(lag, 1)));
  for (let i = 0; i < count; i++) {
    let most = 0;
    const usual = Math.log(periods[i]);
    for (let lag = Math.round(periods[i] / 2); lag <= Math.min(2 * periods[i], i); lag++) {
      const value = score[i - lag] - STEADINESS * (logs[lag] - usual) ** 2;
      if (value <= most) continue;
      most = value;
      before[i] = i - lag;
    }
    score[i] = onsets[i] + most;
  }
  let last = count - 1;
  for (let i = Math.max(count - furthest, 0); i < count; i++) if (score[i] > score[last]) last = i;
  const beats: number[] = [];
  for (let i = last; i >= 0; i = before[i]) beats.unshift(i);
  return beats;
}
