import {
  type BoneKey,
  type Curve,
  LINEAR_CURVE as LINE,
  type Quaternion as Turn,
  type Vector3 as Move,
} from '@odori/format';
import { Quaternion, Vector3 } from 'three';
import { DEGREE } from './beat.js';

/** The movement of a bone, frame by frame, including the last one. In three.js space. */
export interface Recording {
  readonly turns: readonly Quaternion[];
  readonly moves?: readonly Vector3[] | undefined;
  /** Frames that always get a keyframe. Between two of them with equal values, nothing moves. */
  readonly stops?: Iterable<number> | undefined;
}

export interface Tolerance {
  readonly degrees: number;
  readonly units: number;
  /** The most frames between two keyframes of what moves. */
  readonly frames?: number; // LONGEST
}

const LONGEST = 45;
const STEEPEST = 127;

/**
 * A few keyframes with bezier curves that follow a recording within a tolerance. Each keyframe is the
 * furthest one that a curve reaches. Control points are at 1/3 and 2/3, where a curve is a cubic in time.
 * Their heights are least squares.
 */
export function fitKeys(name: string, recording: Recording, tolerance: Tolerance): BoneKey[] {
  const last = recording.turns.length - 1;
  const stops = [...new Set([...(recording.stops ?? []), last])]
    .filter((frame) => frame > 0)
    .sort((a, b) => a - b);
  const keys: BoneKey[] = [keyAt(name, recording, 0)];
  let from = 0;
  while (from < last) {
    const stop = stops.find((frame) => frame > from)!;
    const { to, curves } = furthest(recording, from, stop, tolerance);
    keys.push({ ...keyAt(name, recording, to), curves });
    from = to;
  }
  return keys;
}

interface Reach {
  to: number;
  curves: { x: Curve; y: Curve; z: Curve; rotation: Curve };
}

const STRAIGHT = { x: LINE, y: LINE, z: LINE, rotation: LINE };

function furthest(recording: Recording, from: number, stop: number, tolerance: Tolerance): Reach {
  let best: Reach = { to: from + 1, curves: STRAIGHT };
  let misses = 0;
  const still = isStill(recording, from, stop);
  if (still) return { to: stop, curves: STRAIGHT };
  for (let to = from + 2; to <= Math.min(stop, from + (tolerance.frames ?? LONGEST)) && misses < 6; to++) {
    const curves = fitAll(recording, from, to, tolerance);
    if (curves) best = { to, curves };
    misses = curves ? 0 : misses + 1;
  }
  return best;
}

function isStill({ turns, moves }: Recording, from: number, to: number): boolean {
  for (let frame = from + 1; frame <= to; frame++) {
    if (turns[frame].angleTo(turns[from]) > 1e-7) return false;
    if (moves && moves[frame].distanceTo(moves[from]) > 1e-9) return false;
  }
  return true;
}

function fitAll(
  { turns, moves }: Recording,
  from: number,
  to: number,
  tolerance: Tolerance,
): Reach['curves'] | undefined {
  const rotation = fitTurn(turns, from, to, tolerance.degrees * DEGREE);
  if (!rotation) return undefined;
  if (!moves) return { x: LINE, y: LINE, z: LINE, rotation };
  const [x, y, z] = (['x', 'y', 'z'] as const).map((axis) => fitMove(moves, axis, from, to, tolerance.units));
  return x && y && z ? { x, y, z, rotation } : undefined;
}

function fitMove(
  moves: readonly Vector3[],
  axis: 'x' | 'y' | 'z',
  from: number,
  to: number,
  units: number,
): Curve | undefined {
  const start = moves[from][axis];
  const way = moves[to][axis] - start;
  if (Math.abs(way) < 1e-9) {
    for (let frame = from + 1; frame < to; frame++)
      if (Math.abs(moves[frame][axis] - start) > units) return undefined;
    return LINE;
  }
  const shares = sharesOf(from, to, (frame) => (moves[frame][axis] - start) / way);
  const curve = fitCurve(shares);
  return shares.every(
    (share, i) => Math.abs(heightOf(curve, (i + 1) / (to - from)) - share) * Math.abs(way) <= units,
  )
    ? curve
    : undefined;
}

const between = /* @__PURE__ */ new Quaternion();
const toStart = /* @__PURE__ */ new Quaternion();

function fitTurn(turns: readonly Quaternion[], from: number, to: number, radians: number): Curve | undefined {
  const start = turns[from];
  toStart.copy(start).invert();
  const way = vectorOf(toStart, turns[to]);
  const square = way.lengthSq();
  if (Math.sqrt(square) > 1.4) return undefined;
  const shares = sharesOf(from, to, (frame) =>
    square > 1e-12 ? vectorOf(toStart, turns[frame]).dot(way) / square : 0,
  );
  const curve = square > 1e-12 ? fitCurve(shares) : LINE;
  for (let frame = from + 1; frame < to; frame++) {
    between.slerpQuaternions(start, turns[to], heightOf(curve, (frame - from) / (to - from)));
    if (between.angleTo(turns[frame]) > radians) return undefined;
  }
  return curve;
}

/** Axis · angle of start⁻¹ · turn. */
function vectorOf(inverse: Quaternion, turn: Quaternion): Vector3 {
  const { x, y, z, w } = inverse.clone().multiply(turn);
  const sine = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(sine, Math.abs(w)) * (w < 0 ? -1 : 1);
  return new Vector3(x, y, z).multiplyScalar(sine > 1e-12 ? angle / sine : 0);
}

export function sharesOf(from: number, to: number, shareAt: (frame: number) => number): number[] {
  return Array.from({ length: to - from - 1 }, (_, i) => shareAt(from + 1 + i));
}

/** Least squares for y1 and y2 of 3(1−t)²t·y1 + 3(1−t)t²·y2 + t³. */
export function fitCurve(shares: readonly number[]): Curve {
  let [aa, ab, bb, av, bv] = [1e-9, 0, 1e-9, 0, 0];
  shares.forEach((share, i) => {
    const t = (i + 1) / (shares.length + 1);
    const a = 3 * (1 - t) ** 2 * t;
    const b = 3 * (1 - t) * t ** 2;
    const rest = share - t ** 3;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    av += a * rest;
    bv += b * rest;
  });
  const determinant = aa * bb - ab * ab;
  const solve =
    determinant > 1e-9
      ? [(av * bb - bv * ab) / determinant, (bv * aa - av * ab) / determinant]
      : [1 / 3, 2 / 3];
  const [y1, y2] = solve.map((y) => Math.round(STEEPEST * Math.min(Math.max(y, 0), 1)));
  return [42, y1, 85, y2];
}

/** Time is near enough to the curve's parameter: 42 and 85 of 127 are a third and two thirds. */
function heightOf([, y1, , y2]: Curve, t: number): number {
  const rest = 1 - t;
  return (3 * rest * rest * t * y1) / STEEPEST + (3 * rest * t * t * y2) / STEEPEST + t ** 3;
}

/**
 * MMD's z points away from the viewer: translations along z and rotations about x and y change their signs.
 */
export function keyAt(name: string, { turns, moves }: Recording, frame: number): BoneKey {
  const { x, y, z, w } = turns[frame];
  const turn = (value: number): number => rounded(value, TURN_STEPS);
  const rotation: Turn = [turn(-x), turn(-y), turn(z), turn(w)];
  const to = moves?.[frame];
  if (!to) return { name, frame, rotation };
  const move = (value: number): number => rounded(value, MOVE_STEPS);
  const position: Move = [move(to.x), move(to.y), move(-to.z)];
  return { name, frame, rotation, position };
}

/**
 * Powers of two, so that the last bytes of the floats are zero and the file compresses well. 1/8192 is
 * 0.014°.
 */
const TURN_STEPS = 8192;
const MOVE_STEPS = 1024;

function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps + 0;
}
