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
const GRID_SHARE = 0.72;
const GRID_PLAY = 0.01;
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
  const chain = await run(() => chainBeats(all, period));
  const grid = await fitGrid(onsets, period, run);
  return sumAt(onsets, grid) >= GRID_SHARE * sumAt(onsets, chain) ? grid : chain;
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

/** The sum of all products of two moments that are `lag` apart. */
function repetitionAt(onsets: Float64Array, lag: number): number {
  let sum = 0;
  for (let i = lag; i < onsets.length; i++) sum += onsets[i] * onsets[i - lag];
  return sum;
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
function chainBeats(onsets: Float64Array, period: number): number[] {
  const count = onsets.length;
  const score = new Float64Array(count);
  const before = new Int32Array(count).fill(-1);
  const [nearest, furthest] = [Math.round(period / 2), Math.round(2 * period)];
  const costs = Float64Array.from(
    { length: furthest + 1 },
    (_, lag) => STEADINESS * Math.log(Math.max(lag, 1) / period) ** 2,
  );
  for (let i = 0; i < count; i++) {
    let most = 0;
    for (let lag = nearest; lag <= Math.min(furthest, i); lag++) {
      const value = score[i - lag] - costs[lag];
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
