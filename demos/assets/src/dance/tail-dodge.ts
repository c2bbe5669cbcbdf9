import { Quaternion, Vector3 } from 'three';
import { around, DEGREE } from './beat.js';
import { segmentDistance } from './segment-distance.js';

/** An obstacle for the hair: a segment and its radius. */
export interface Limb {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly radius: number;
}

/** A tail in one frame of the loop: its position, the rotation of its axes, and the obstacles near it. */
export interface TailFrame {
  readonly joint: Vector3;
  readonly heading: Quaternion;
  readonly limbs: readonly Limb[];
}

/** The possible additional swings in degrees: backwards, then outwards. */
const BACK = grid(-30, 40, 5);
const OUT = grid(-7, 35, 7);
/** The largest number of such steps between two frames. */
const MAX_BACK = 2;
const MAX_OUT = 1;

/** The costs: of an angle from rest, of movement, and of one unit too near to a limb. */
const AWAY = 0.003;
/** In front of her face, a tail costs more than behind her. */
const FORTH = 2;
const PACE = 0.25;
const NEAR = 90;
/**
 * The angle from the vertical above which a tail costs more, per ten degrees, because it looks like a bun.
 */
const HIGHEST = 42;
const HIGH = 1.2;
/** The number of extra frames on each side of the seam of the loop. */
const SEAM = 90;
const DOWN = /* @__PURE__ */ new Vector3(0, -1, 0);
/** A centred kernel that smooths the steps of the grid. */
const SOFT = [1, 2, 2, 2, 1];

interface Swing {
  readonly back: number;
  readonly out: number;
}

const SWINGS: readonly Swing[] = BACK.flatMap((back) => OUT.map((out): Swing => ({ back, out })));

/**
 * The swings with which a tail avoids limbs, in each frame of the loop: the cheapest of all sequences
 * (dynamic programming), so that it moves early and to the side that stays free. O(frames · swings).
 *
 * `path` has the points of the tail at rest, from its joint, and `radii` the radii between them. `side` is 1
 * (left) or −1.
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

/** The sum of the squared overlaps of a tail and each limb, in the axes of the tail. */
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

/** The square of the excess angle of the end of a tail, in tens of degrees. */
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

/** The best previous swing, and the total cost with it. */
function cheapestBefore(costs: Float64Array, index: number): { index: number; cost: number } {
  const row = Math.floor(index / OUT.length);
  const column = index % OUT.length;
  let best = { index, cost: Infinity };
  for (let i = Math.max(row - MAX_BACK, 0); i <= Math.min(row + MAX_BACK, BACK.length - 1); i++) {
    for (let j = Math.max(column - MAX_OUT, 0); j <= Math.min(column + MAX_OUT, OUT.length - 1); j++) {
      const before = i * OUT.length + j;
      const cost = costs[before] + PACE * ((row - i) ** 2 + (column - j) ** 2);
      if (cost < best.cost) best = { index: before, cost };
    }
  }
  return best;
}
