import { Quaternion, Vector3 } from 'three';
import { around, DEGREE } from './beat.js';
import { segmentDistance } from './segment-distance.js';

/** What hair does not go through: a segment, and how thick it is about it. */
export interface Limb {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly radius: number;
}

/** A tail in one frame of the loop: where it begins to hang, how its own axes are turned there, what is near it. */
export interface TailFrame {
  readonly joint: Vector3;
  readonly heading: Quaternion;
  readonly limbs: readonly Limb[];
}

/** Degrees it may swing besides: back is positive, then outwards. */
const BACK = grid(-30, 40, 5);
const OUT = grid(-7, 35, 7);
/** Steps of these from one frame to the next, at the most. */
const MOST_BACK = 2;
const MOST_OUT = 1;

/** What it costs: to be far from where it hangs, to move, to be too near to a limb by one unit. */
const AWAY = 0.003;
/** Before her face it is more in the way than behind her. */
const FORTH = 2;
const PACE = 0.25;
const NEAR = 90;
/** To stand up from a plumb beyond that many degrees, by ten of them: it looks like a bun. */
const HIGHEST = 42;
const HIGH = 1.2;
/** Frames that it sees ahead and behind, at the seam of the loop. */
const SEAM = 90;
const DOWN = /* @__PURE__ */ new Vector3(0, -1, 0);
/** Smooths the steps of the grid; about its middle. */
const SOFT = [1, 2, 2, 2, 1];

interface Swing {
  readonly back: number;
  readonly out: number;
}

const SWINGS: readonly Swing[] = BACK.flatMap((back) => OUT.map((out): Swing => ({ back, out })));

/**
 * How a tail swings out of the way of limbs, before or behind them, frame by frame of the loop: of all ways through the loop
 * the cheapest (dynamic programming), so that it leaves early and takes the side that stays free. O(frames · swings).
 *
 * `path`: the tail's places at rest, from its joint, as thick as `radii` between them. `side` is 1 on the left, −1 on the right.
 */
export function dodgeLimbs(
  frames: readonly TailFrame[],
  path: readonly Vector3[],
  radii: readonly number[],
  side: 1 | -1,
): Quaternion[] {
  const swung = SWINGS.map((swing) =>
    path.map((place) => place.clone().applyQuaternion(turnOfSwing(swing, side))),
  );
  const costs = frames.map((frame) => {
    const limbs = seenFrom(frame);
    const down = DOWN.clone().applyQuaternion(frame.heading.clone().invert());
    return swung.map((places) => NEAR * nearness(places, radii, limbs) + HIGH * height(places, down));
  });
  const way = cheapestWay(costs);
  return frames.map((_, i) => {
    const mean = { back: 0, out: 0 };
    SOFT.forEach((weight, j) => {
      const { back, out } = SWINGS[way[around(i + j - (SOFT.length >> 1), frames.length)]];
      mean.back += (weight / 8) * back;
      mean.out += (weight / 8) * out;
    });
    return turnOfSwing(mean, side);
  });
}

function grid(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + step * i);
}

function turnOfSwing({ back, out }: Swing, side: 1 | -1): Quaternion {
  const outwards = new Quaternion().setFromAxisAngle(new Vector3(0, 0, side), out * DEGREE);
  return outwards.multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), back * DEGREE));
}

/** The sum of squares of what is missing between a tail and each limb, in the tail's own axes. */
function nearness(places: readonly Vector3[], radii: readonly number[], limbs: readonly Limb[]): number {
  let sum = 0;
  for (const { from, to, radius } of limbs) {
    let missing = 0;
    for (let i = 0; i < radii.length; i++) {
      const distance = segmentDistance(places[i], places[i + 1], from, to);
      missing = Math.max(missing, radius + radii[i] - distance);
    }
    sum += missing ** 2;
  }
  return sum;
}

/** The square of how much too high the end of a tail is, in tens of degrees. */
function height(places: readonly Vector3[], down: Vector3): number {
  return Math.max((places.at(-1)!.angleTo(down) / DEGREE - HIGHEST) / 10, 0) ** 2;
}

function seenFrom({ joint, heading, limbs }: TailFrame): Limb[] {
  const toTail = heading.clone().invert();
  const seen = (place: Vector3): Vector3 => place.clone().sub(joint).applyQuaternion(toTail);
  return limbs.map(({ from, to, radius }) => ({ from: seen(from), to: seen(to), radius }));
}

/** Indices of swings, frame by frame. */
function cheapestWay(costsOf: readonly (readonly number[])[]): number[] {
  const count = costsOf.length;
  const costsAt = (step: number): readonly number[] => costsOf[around(step - SEAM, count)];
  const rest = SWINGS.map(
    ({ back, out }) => AWAY * (((back < 0 ? FORTH : 1) * back) / 10) ** 2 + AWAY * (out / 8) ** 2,
  );
  const cameFrom: Int16Array[] = [];
  let costs = Float64Array.from(rest);
  for (let step = 0; step < count + 2 * SEAM; step++) {
    const from = new Int16Array(SWINGS.length);
    const now = costsAt(step);
    const last = costs;
    costs = last.map((_, i) => {
      const best = cheapestBefore(last, i);
      from[i] = best.index;
      return best.cost + rest[i] + now[i];
    });
    cameFrom.push(from);
  }
  const way: number[] = Array.from({ length: count }, () => 0);
  let at = costs.indexOf(Math.min(...costs));
  for (let step = cameFrom.length - 1; step >= SEAM; step--) {
    if (step < SEAM + count) way[step - SEAM] = at;
    at = cameFrom[step][at];
  }
  return way;
}

/** The swing that one comes from, and what all has cost then. */
function cheapestBefore(costs: Float64Array, index: number): { index: number; cost: number } {
  const row = Math.floor(index / OUT.length);
  const column = index % OUT.length;
  let best = { index, cost: Infinity };
  for (let i = Math.max(row - MOST_BACK, 0); i <= Math.min(row + MOST_BACK, BACK.length - 1); i++) {
    for (let j = Math.max(column - MOST_OUT, 0); j <= Math.min(column + MOST_OUT, OUT.length - 1); j++) {
      const before = i * OUT.length + j;
      const cost = costs[before] + PACE * ((row - i) ** 2 + (column - j) ** 2);
      if (cost < best.cost) best = { index: before, cost };
    }
  }
  return best;
}
