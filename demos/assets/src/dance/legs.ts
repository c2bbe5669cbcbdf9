import { Vector3 } from 'three';
import { ANKLE, HIP, KNEE } from '../dancer/bone-table.js';
import { around, DEGREE, LOOP_FRAMES } from './beat.js';
import type { FootPlan } from './feet.js';
import { type Puppet, restPlace, turnOf } from './puppet.js';
import { turnTwoBones, type TwoBones } from './two-bones.js';

export const SIDES = ['左', '右'] as const;
export type Side = (typeof SIDES)[number];
export type Feet = Readonly<Record<Side, FootPlan>>;
type Standing = Readonly<Record<Side, Pick<FootPlan, 'at'>>>;

/** The distance from hip to ankle with a straight knee. */
export const LEG_LENGTH: number =
  Math.hypot(...HIP.map((value, i) => value - KNEE[i])) +
  Math.hypot(...KNEE.map((value, i) => value - ANKLE[i]));
/** Knees stay bent, so that they neither snap nor shake. */
export const MAX_REACH: number = 0.983 * LEG_LENGTH;

/** How far a knee points to the side of the hips if its foot is turned by 90°. Whole turns do not count. */
const MAX_YAW = 34 * DEGREE;

/** The left leg at rest. The right one is the same, because x is 0. */
const LEG: TwoBones = {
  upper: restPlace('左ひざ').sub(restPlace('左足')),
  lower: restPlace('左足首').sub(restPlace('左ひざ')),
  hinge: new Vector3(1, 0, 0),
};

/**
 * The IK goals of both feet, and the rotations of the legs that reach them. The trunk must be solved.
 *
 * The rotations of the legs are already the solution, so that IK changes almost nothing. Toe IK uses the toe
 * position from before the leg IK. If the leg were far from its goal, it would roll the foot, or even turn it
 * over.
 */
export function poseFeet(puppet: Puppet, feet: Standing, frame: number): void {
  for (const side of SIDES) {
    const { move, turn, yaw, toes } = feet[side].at(frame);
    puppet.move(`${side}足ＩＫ`, move.clone().sub(restPlace(`${side}足ＩＫ`)));
    puppet.turn(`${side}足ＩＫ`, turn);
    puppet.turn(`${side}足先EX`, turnOf(toes, 0, 0));
    const reach = move.clone().sub(puppet.place(`${side}足`));
    const leg = turnTwoBones(LEG, reach, kneePole(puppet, yaw));
    puppet.turn(`${side}足`, puppet.heading(`腰キャンセル${side}`).invert().multiply(leg.upper));
    puppet.turn(`${side}ひざ`, leg.lower);
    puppet.turn(`${side}足首`, leg.upper.multiply(leg.lower).invert().multiply(turn));
  }
}

/** Knees point between hips and toes. */
function kneePole(puppet: Puppet, yaw: number): Vector3 {
  const ahead = new Vector3(0, 0, 1).applyQuaternion(puppet.heading('下半身'));
  const hips = Math.atan2(ahead.x, ahead.z);
  const knee = hips + MAX_YAW * Math.sin(yaw * DEGREE - hips);
  return new Vector3(Math.sin(knee), 0, Math.cos(knee));
}

/** How much lower the hips must be so that both legs reach their feet, in the solved pose. */
export function dropOf(puppet: Puppet, feet: Feet, frame: number): number {
  return Math.max(
    ...SIDES.map((side) => {
      const hip = puppet.place(`${side}足`);
      const { move } = feet[side].at(frame);
      const aside = Math.hypot(hip.x - move.x, hip.z - move.z);
      return hip.y - move.y - Math.sqrt(Math.max(MAX_REACH ** 2 - aside ** 2, 0.01));
    }),
    0,
  );
}

const BEFORE = 7;

/**
 * At least the wanted value, without sudden changes: the maximum of the neighbourhood, smoothed within a
 * smaller one.
 */
export function smoothDrop(drops: Float64Array): Float64Array {
  const highest = drops.map((_, i) => Math.max(...neighbours(drops, i, BEFORE)));
  let smooth = highest;
  for (const width of [4, 3]) smooth = smooth.map((_, i) => mean(neighbours(smooth, i, width)));
  return smooth;
}

function neighbours(values: Float64Array, middle: number, width: number): number[] {
  return Array.from({ length: 2 * width + 1 }, (_, i) => values[around(middle + i - width, LOOP_FRAMES)]);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
