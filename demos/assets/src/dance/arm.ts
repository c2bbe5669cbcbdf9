import { Quaternion, Vector3 } from 'three';
import { DEGREE, ease } from './beat.js';
import { restPlace, turnOf } from './puppet.js';
import { turnTwoBones } from './two-bones.js';

/** The score of a hand, written as for the left one. See {@link Phrase}. */
export interface HandGoal {
  /** Outwards, up and ahead of the shoulder, in the axes of the chest. */
  readonly place: Vector3;
  /** The direction of the palm. Its length is the importance. */
  readonly palm: Vector3;
  /** The direction of the fingers, likewise. Undefined keeps them in line with the forearm. */
  readonly aim: Vector3;
  /** The velocity that the wrist lags behind, in units per second. */
  readonly velocity: Vector3;
}

export type ArmTurns = Readonly<Record<'肩' | '腕' | '腕捩' | 'ひじ' | '手捩' | '手首', Quaternion>>;

const [collar, shoulder, elbow, wrist] = ['左肩', '左腕', '左ひじ', '左手首'].map(restPlace);
const upper = /* @__PURE__ */ elbow.clone().sub(shoulder);
const lower = /* @__PURE__ */ wrist.clone().sub(elbow);
const along = /* @__PURE__ */ lower.clone().normalize();
const hinge = /* @__PURE__ */ new Vector3(0, 0, -1).cross(upper).normalize();
const restPalm = /* @__PURE__ */ new Vector3(-along.y, along.x, 0).negate();
const MAX_TWIST = 105 * DEGREE;
const MAX_BEND = 68 * DEGREE;
const MAX_DRAG = 0.62;
const DRAG = 0.026;

/** The rotations of the left arm that bring the hand to its position, in the axes of the chest. */
export function turnArm({ place, palm, aim, velocity }: HandGoal): ArmTurns {
  const shrug = turnShoulder(place);
  const joint = shoulder.clone().sub(collar).applyQuaternion(shrug).add(collar);
  const toShoulder = shrug.clone().invert();
  const reach = place.clone().add(shoulder).sub(joint).applyQuaternion(toShoulder);
  const turns = turnTwoBones({ upper, lower, hinge }, reach, elbowPole(place));
  const [swing, upperTwist] = swingAndTwist(turns.upper);
  const forearm = shrug.clone().multiply(turns.upper).multiply(turns.lower);
  const twist = twistOf(palm.clone().applyQuaternion(forearm.clone().invert()));
  const hand = forearm.multiply(twist);
  return {
    肩: shrug,
    腕: swing,
    腕捩: upperTwist,
    ひじ: turns.lower,
    手捩: twist,
    手首: aimHand(aim, hand).multiply(drag(velocity, hand)),
  };
}

/** Raised hands raise the shoulder, hands ahead bring it forward. */
function turnShoulder({ x, y, z }: Vector3): Quaternion {
  const raise = 19 * ease(-1.5, 5, y) - 4 * ease(-3, -5, y);
  const forth = 11 * ease(1, 4, z) + 7 * ease(0.5, -2.5, x) * ease(0, 2.5, z) - 8 * ease(0, -2, z);
  return turnOf(0, -forth, -raise);
}

/** The elbow is behind and beside low hands, and beside high hands. */
function elbowPole({ x, y }: Vector3): Vector3 {
  const high = ease(-0.5, 3.5, y);
  const near = ease(2.4, -0.6, x);
  return new Vector3(0.35 + 0.85 * high + 0.5 * near, -0.9 + 0.25 * high, -0.9 + 0.5 * near);
}

/** q = swing · twist about the arm. */
function swingAndTwist(turn: Quaternion): [swing: Quaternion, twist: Quaternion] {
  const share = turn.x * along.x + turn.y * along.y + turn.z * along.z;
  const twist = new Quaternion(along.x * share, along.y * share, along.z * share, turn.w).normalize();
  return [turn.clone().multiply(twist.clone().invert()), twist];
}

/** The rotation about the forearm that turns the palm as close to `palm` as possible. */
function twistOf(palm: Vector3): Quaternion {
  const flat = palm.addScaledVector(along, -palm.dot(along));
  const angle = Math.atan2(restPalm.clone().cross(flat).dot(along), restPalm.dot(flat));
  const weight = ease(0, 0.5, flat.length());
  const limited = Math.max(-MAX_TWIST, Math.min(angle, MAX_TWIST));
  return new Quaternion().setFromAxisAngle(along, limited * weight);
}

/** The rotation of the wrist, within its limits. */
function aimHand(aim: Vector3, hand: Quaternion): Quaternion {
  const way = aim.clone().applyQuaternion(hand.clone().invert());
  const axis = along.clone().cross(way);
  const angle = Math.min(along.angleTo(way), MAX_BEND) * Math.min(aim.length(), 1);
  return axis.lengthSq() > 1e-9
    ? new Quaternion().setFromAxisAngle(axis.normalize(), angle)
    : new Quaternion();
}

/** The hand lags behind the movement of the arm. */
function drag(velocity: Vector3, hand: Quaternion): Quaternion {
  const inHand = velocity.clone().applyQuaternion(hand.clone().invert());
  const axis = along.clone().cross(inHand.negate());
  const amount = MAX_DRAG * Math.tanh((axis.length() * DRAG) / MAX_DRAG);
  return new Quaternion().setFromAxisAngle(axis.lengthSq() > 1e-12 ? axis.normalize() : restPalm, amount);
}
