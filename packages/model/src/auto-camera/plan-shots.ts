import { randomFrom } from '@odori/runtime/internal';
import type { DanceStatistics } from './dance-statistics.js';
import type { Group } from './group.js';
import { NEAR_SHOTS, suits } from './near-shot.js';
import { isWide, type Shot, type ShotKind, WIDE_SHOTS } from './shot.js';

/** When the camera may cut, and for how long it plans. */
export interface PlanOptions {
  /** Seconds at which the bars of the song begin, in the time of the motion. */
  readonly bars?: ArrayLike<number> | undefined;
  /** Seconds until the end. */
  readonly duration: number;
  /** Another number gives other shots. */
  readonly seed: number;
}

/** Seconds that a shot may last. */
interface Pace {
  readonly least: number;
  readonly best: number;
  readonly most: number;
}

const FIRST: Pace = { least: 5, best: 8, most: 10 };
const WIDE: Pace = { least: 3.5, best: 6, most: 9 };
const NEAR: Pace = { least: 2.6, best: 4, most: 6 };
/** No cut later than this before the end. */
const LAST_SECONDS = 3.5;
/**
 * Seconds that a cut at an odd bar may be nearer to the best time and still lose: phrases have an even number
 * of bars.
 */
const ODD_BAR = 0.7;
/** How much longer or shorter the best time of a shot may be. */
const PLAY = 0.2;

/** How often another near shot follows a near one; in a group, it shows the next dancer. */
const NEAR_AGAIN = 0.3;
const NEXT_NEAR = 0.7;
const WIDE_AGAIN = 0.15;

/**
 * Plans the shots of a dance: wide ones and near ones in turn, no kind twice in a row, the first and the last
 * show the whole body from the front.
 *
 * Cuts lie where bars begin; where there are no bars, where the dance has an accent. Near shots are planned
 * only where a dancer keeps a direction and a position and nobody stands before her; of several dancers, they
 * show the one who had the fewest. The same arguments give the same shots. O(duration · dancers²).
 */
export function planShots(group: Group, options: PlanOptions): Shot[] {
  const { bars = [], duration, seed } = options;
  const random = randomFrom(seed);
  const shots: Shot[] = [];
  let start = Math.min(0, bars[0] ?? 0);
  for (;;) {
    const shot = nextShot(shots, start, group, bars, random);
    const isLast = shot.end > duration - LAST_SECONDS;
    shots.push(isLast ? { kind: lastKind(shots), start, end: Math.max(duration, start) } : shot);
    if (isLast) return shots;
    start = shot.end;
  }
}

function lastKind(shots: readonly Shot[]): ShotKind {
  return shots.at(-1)?.kind === 'full' ? 'high' : 'full';
}

function nextShot(
  shots: readonly Shot[],
  start: number,
  group: Group,
  bars: ArrayLike<number>,
  random: () => number,
): Shot {
  const play = 1 + PLAY * (2 * random() - 1);
  const choice = random();
  const { all } = group;
  if (shots.length === 0) return { kind: 'full', start, end: nextCut(start, FIRST, bars, all, play) };
  if (!wantsWide(shots, random(), group.members.length > 1 ? NEXT_NEAR : NEAR_AGAIN)) {
    const end = nextCut(start, NEAR, bars, all, play);
    const near = nearShot(shots, start, end, group, choice);
    if (near) return near;
  }
  const end = nextCut(start, WIDE, bars, all, play);
  return { kind: choose(WIDE_SHOTS, shots, choice)!, start, end };
}

/** A near shot of the dancer who had the fewest among those whom one suits, the first of them. */
function nearShot(
  shots: readonly Shot[],
  start: number,
  end: number,
  { members }: Group,
  random: number,
): Shot | undefined {
  const had = members.map((_, i) => shots.filter(({ model }) => model === i).length);
  const inTurn = [...members.keys()].sort((a, b) => had[a] - had[b]);
  for (const model of inTurn) {
    const near = NEAR_SHOTS.filter((shot) => suits(shot, members[model], start, end));
    const kinds = near.map((shot) => shot.kind);
    const kind = choose(kinds, shots, random);
    if (kind) return { kind, start, end, model };
  }
  return undefined;
}

/** Wide and near shots take turns, mostly. */
function wantsWide(shots: readonly Shot[], random: number, nearAgain: number): boolean {
  const [before, last] = [shots.at(-2), shots.at(-1)!];
  const wasWide = isWide(last.kind);
  const wasRepeated = before !== undefined && isWide(before.kind) === wasWide;
  return !wasRepeated && random < (wasWide ? WIDE_AGAIN : nearAgain) ? wasWide : !wasWide;
}

/** One of the kinds: not the last one, and rather none of the last three. */
function choose(kinds: readonly ShotKind[], shots: readonly Shot[], random: number): ShotKind | undefined {
  const others = kinds.filter((kind) => kind !== shots.at(-1)?.kind);
  const fresh = others.filter((kind) => shots.slice(-3).every((shot) => shot.kind !== kind));
  const choice = fresh.length > 0 ? fresh : others;
  return choice[Math.floor(random * choice.length)];
}

/** The best time for the next cut: the start of a bar, else an accent of the dance. */
function nextCut(
  start: number,
  { least, best, most }: Pace,
  bars: ArrayLike<number>,
  statistics: DanceStatistics,
  play: number,
): number {
  let [cut, cost] = [-1, Infinity];
  for (let bar = firstAfter(bars, start + least); bars[bar] <= start + most; bar++) {
    const price = Math.abs(bars[bar] - start - best * play) + (bar % 2) * ODD_BAR;
    if (price < cost) [cut, cost] = [bars[bar], price];
  }
  return cost < Infinity ? cut : statistics.accent(start + best * play - 1, start + best * play + 1);
}

/** Index of the first value from a time on. O(log bars). */
function firstAfter(bars: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[middle] < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
