import type { Part } from '../practice/loop-part.js';

/** How many bars a short film has, and how long it is without bars: eight bars of 120 beats a minute. */
export const BARS = 8;
const SECONDS_WITHOUT_BARS = 16;

/** How much a dance moves, in equal steps of time. */
export interface Liveliness {
  /** Any unit; the value of a step is that of the time until the next one. */
  readonly values: Float32Array;
  readonly stepsPerSecond: number;
  /** The time of the first step. */
  readonly start: number;
}

/**
 * The part of a dance that shows most of it: the eight bars in which it moves most, of equals the first. Bars
 * are the seconds at which they begin. With fewer bars, 16 seconds count, beginning at any second. Undefined
 * for a dance that is not longer than that, or does not move.
 */
export function bestPart(dance: Liveliness, bars: ArrayLike<number>, duration: number): Part | undefined {
  let best: Part | undefined;
  let most = 0;
  for (const part of parts(bars, duration)) {
    const moves = movesIn(dance, part);
    if (moves <= most) continue;
    best = part;
    most = moves;
  }
  return best;
}

function* parts(bars: ArrayLike<number>, duration: number): Generator<Part> {
  for (let i = 0; i + BARS < bars.length; i++) {
    if (bars[i + BARS] <= duration) yield { start: bars[i], end: bars[i + BARS] };
  }
  if (bars.length > BARS) return;
  const latest = duration - SECONDS_WITHOUT_BARS;
  for (let start = 0; start < latest; start++) yield { start, end: start + SECONDS_WITHOUT_BARS };
}

/** The mean of the steps in a part, so that slightly longer bars do not win. */
function movesIn({ values, stepsPerSecond, start }: Liveliness, part: Part): number {
  const first = Math.max(Math.round((part.start - start) * stepsPerSecond), 0);
  const end = Math.round((part.end - start) * stepsPerSecond);
  let sum = 0;
  for (let i = first; i < Math.min(end, values.length); i++) sum += values[i];
  return sum / (end - first);
}
