import { multiplyRotations, rotateVector } from '@odori/runtime/rig';
import type { HumanBoneName } from '@odori/runtime/joints';
import type { Matrix } from './matrix.js';

type Vector = readonly [number, number, number];
type Turn = readonly [number, number, number, number];

/** A turn of an avatar by right angles, so that it stands upright and faces +z. */
export interface Facing {
  turnPosition(position: Vector): number[];
  /** The world rotation x y z w of a bone, of the turned avatar. */
  turnRotation(rotation: readonly [number, number, number, number]): number[];
}

export const UNTURNED: Facing = {
  turnPosition: (position) => [...position],
  turnRotation: (rotation) => [...rotation],
};

/** For VRM 0.x, which faces −z. */
export const TURNED_AROUND: Facing = turnBy([0, 1, 0, 0]);

/**
 * Typed arrays on purpose: an engine that has seen the two functions work on lists, too, allocates memory in
 * every call of every frame.
 */
function turnBy(xyzw: Turn): Facing {
  const turn = Float64Array.from(xyzw);
  return {
    turnPosition(position) {
      const vector = Float64Array.from(position);
      return Array.from(rotateVector(turn, 0, vector, 0, vector, 0), (value) => value + 0);
    },
    turnRotation(rotation) {
      const turned = Float64Array.from(rotation);
      return [...multiplyRotations(turn, 0, turned, 0, turned, 0)];
    },
  };
}

/** The turn by right angles after which the hips are above the feet, and the left leg is at +x. */
export function facingOf(bones: readonly HumanBoneName[], matrices: readonly Matrix[]): Facing {
  const place = (bone: HumanBoneName): Vector => {
    const matrix = matrices[bones.indexOf(bone)];
    return [matrix[12], matrix[13], matrix[14]];
  };
  const [left, right] = [place('leftFoot'), place('rightFoot')];
  const middle: Vector = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2];
  const up = direction(middle, place('hips'));
  const aside = direction(place('rightUpperLeg'), place('leftUpperLeg'));
  const fit = (facing: Facing): number => facing.turnPosition(up)[1] + facing.turnPosition(aside)[0];
  return RIGHT_ANGLES.reduce((best, each) => (fit(each) > fit(best) + 1e-6 ? each : best));
}

function direction(from: Vector, to: Vector): Vector {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

/** The turn by right angles that is nearest to most of some rotations, x y z w each. */
export function nearestRightAngle(rotations: readonly (readonly number[])[]): readonly number[] {
  const fit = (turn: Turn): number =>
    rotations.reduce((sum, q) => sum + Math.abs(q.reduce((dot, value, k) => dot + value * turn[k], 0)), 0);
  return TURNS.reduce((best, each) => (fit(each) > fit(best) + 1e-6 ? each : best));
}

const HALF = Math.SQRT1_2;
/** All 24 turns by right angles, the one by 0° first. */
const TURNS: readonly Turn[] = /* @__PURE__ */ (() =>
  [
    [0, 0, 0, 1],
    [0, 1, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 1, 0],
    ...[0, 1, 2].flatMap((axis) => [HALF, -HALF].map((value) => quaternion([axis, value], [3, HALF]))),
    ...[
      [0, 1],
      [1, 2],
      [0, 2],
    ].flatMap(([a, b]) => [HALF, -HALF].map((value) => quaternion([a, HALF], [b, value]))),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((bits): Turn => [
      bits & 1 ? 0.5 : -0.5,
      bits & 2 ? 0.5 : -0.5,
      bits & 4 ? 0.5 : -0.5,
      0.5,
    ]),
  ] as Turn[])();
const RIGHT_ANGLES: readonly Facing[] = /* @__PURE__ */ TURNS.map(turnBy);

function quaternion(...values: (readonly [index: number, value: number])[]): number[] {
  const q = [0, 0, 0, 0];
  for (const [index, value] of values) q[index] = value;
  return q;
}
