import { Quaternion, Vector3 } from 'three';
import { ANKLE } from '../dancer/bone-table.js';
import { DEGREE, ease } from './beat.js';
import { restPlace } from './puppet.js';

/** One step of the left or right foot. In whole frames, units and degrees. */
export interface Step {
  readonly from: number;
  readonly to: number;
  /** Of the ankle, on the floor: to her left, to the viewer. */
  readonly x: number;
  readonly z: number;
  /** To the left; counted on through whole turns. */
  readonly yaw: number;
  /** How far the heel stays up after the step; below 0, how far the toes do. */
  readonly heel: number;
  readonly height: number;
  /** It leaves the floor and comes back as fast as she does, and comes down on its ball. */
  readonly isLeap?: true;
  /** The point on the floor that the foot turns around in a spin, as far as she has turned. */
  readonly pivot?: { readonly x: number; readonly z: number };
}

export interface FootPlace {
  /** From rest, as the IK bone is moved. */
  readonly move: Vector3;
  readonly turn: Quaternion;
  readonly yaw: number;
  /** Of the toes against the foot, degrees. */
  readonly toes: number;
}

const ankle = /* @__PURE__ */ restPlace('左足首').setX(0);
const ball = /* @__PURE__ */ restPlace('左足先EX').setX(0).sub(ankle);
const heelEnd = /* @__PURE__ */ new Vector3(0, -ANKLE[1], -0.45);
const UP = /* @__PURE__ */ new Vector3(0, 1, 0);
const SIDE = /* @__PURE__ */ new Vector3(1, 0, 0);

/** The first fraction of a step is rolling off, the last one rolling down. */
const OFF = 0.3;
const DOWN = 0.84;
/** How gently a leap begins and ends: a step has 2. */
const LEAP_EDGE = 1.15;
/** The heel over the ball as a leap comes down. */
const LEAP_HEEL = 20;
/** Of a heel that she spins on. */
const SPIN_HEEL = 26;
/** How much nearer to its centre of rotation a foot is halfway. */
const TUCK = 0.42;

/** The frames at which a step is off the floor or turns on it. */
export function flightOf({ from, to, height }: Step): [off: number, down: number] {
  return height > 0 ? [from + OFF * (to - from), from + DOWN * (to - from)] : [from, to];
}

/**
 * The pose of a foot at the fraction `share` between `last` and `next`. `turned` is the fraction of a spin
 * that is done.
 */
export function footBetween(last: Step, next: Step, share: number, turned = 0): FootPlace {
  const isMove = next.height > 0;
  const flight = isMove ? Math.min(Math.max((share - OFF) / (DOWN - OFF), 0), 1) : share;
  const way = next.pivot ? turned : flight * flight * flight * (flight * (flight * 6 - 15) + 10);
  const yaw = last.yaw + (next.yaw - last.yaw) * way;
  const lift = next.isLeap
    ? next.height * Math.sin(Math.PI * flight) ** LEAP_EDGE
    : next.height * Math.sin(Math.PI * flight) ** 2 * (1.15 - 0.3 * flight);
  const { x, z } = next.pivot
    ? roundPivot(last, next, way, isMove ? 1 - TUCK * Math.sin(Math.PI * flight) ** 2 : 1)
    : { x: last.x + (next.x - last.x) * way, z: last.z + (next.z - last.z) * way };
  return placeFoot(x, z, yaw, pitchBetween(last, next, share), lift, 1 - ease(0.2, 0.7, lift));
}

function pitchBetween(last: Step, next: Step, share: number): number {
  if (next.height > 0) return pitchInStep(last, next, share);
  const level = last.heel + (next.heel - last.heel) * ease(0, 1, share);
  return next.pivot ? level + (SPIN_HEEL - level) * ease(0, 0.25, share) * ease(1, 0.8, share) : level;
}

/** The offset of the foot from the pivot rotates with the foot. */
function roundPivot(last: Step, next: Step, way: number, reach: number): { x: number; z: number } {
  const { x, z } = next.pivot!;
  const apart = ({ x: footX, z: footZ, yaw }: Step): Vector3 =>
    new Vector3(footX - x, 0, footZ - z).applyAxisAngle(UP, -yaw * DEGREE);
  const yaw = last.yaw + (next.yaw - last.yaw) * way;
  const out = apart(last)
    .lerp(apart(next), way)
    .multiplyScalar(reach)
    .applyAxisAngle(UP, yaw * DEGREE);
  return { x: x + out.x, z: z + out.z };
}

/** The foot rolls off over the ball, and the toes are slightly up before it comes down. */
function pitchInStep(last: Step, next: Step, share: number): number {
  const way = Math.hypot(next.x - last.x, next.z - last.z);
  const off = Math.max(last.heel, 12 + 20 * ease(0.4, 2.5, way + next.height));
  const level = next.heel > 0 ? next.heel : -3 - 6 * ease(1, 3, way);
  const strike = next.isLeap ? LEAP_HEEL : level;
  if (share < OFF) return last.heel + (off - last.heel) * ease(0, OFF, share);
  if (share < DOWN) return off + (strike - off) * ease(OFF, DOWN, share);
  return strike + (next.heel - strike) * ease(DOWN, 1, share);
}

function placeFoot(
  x: number,
  z: number,
  yaw: number,
  pitch: number,
  lift: number,
  contact: number,
): FootPlace {
  const heading = new Quaternion().setFromAxisAngle(UP, yaw * DEGREE);
  const tip = new Quaternion().setFromAxisAngle(SIDE, pitch * DEGREE);
  const pivot = pitch > 0 ? ball : heelEnd;
  const rolled = pivot.clone().sub(pivot.clone().applyQuaternion(tip)).applyQuaternion(heading);
  return {
    move: new Vector3(x, ankle.y + lift, z).add(rolled),
    turn: heading.multiply(tip),
    yaw,
    toes: -Math.max(pitch, 0) * contact,
  };
}
