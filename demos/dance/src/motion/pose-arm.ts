import { MathUtils, Quaternion, Vector3 } from 'three';
import { restPosition } from '../figure/bone-table.js';
import type { HandTracks } from './hand-score.js';
import type { Puppet } from './puppet.js';
import { turnTwoBones, type TwoBones } from './two-bones.js';

const WRIST_LAG = 0.22;
const WRIST_DRAG = 0.24;
const MOST_DRAG = 0.75;
const FINGER_LAG = 0.14;

/** An arm that takes its hand where the score says. */
export class ArmPoser {
  readonly #tracks: HandTracks;
  readonly #side: '左' | '右';
  /** 1 if outwards is +x. */
  readonly #sign: number;
  readonly #bones: TwoBones;

  constructor(side: '左' | '右', tracks: HandTracks) {
    this.#side = side;
    this.#tracks = tracks;
    this.#sign = side === '左' ? 1 : -1;
    const [shoulder, elbow, wrist] = ['腕', 'ひじ', '手首'].map((name) => restPosition(side + name));
    const upper = elbow.clone().sub(shoulder);
    const lower = wrist.clone().sub(elbow);
    const hinge = new Vector3(0, 0, -1).cross(upper).normalize();
    this.#bones = { upper, lower, hinge };
  }

  pose(puppet: Puppet, beat: number): void {
    const hand = this.#handAt(beat);
    this.#poseShoulder(puppet, hand);
    puppet.bone('上半身2').updateWorldMatrix(true, true);
    const shoulder = puppet.place(`${this.#side}腕`);
    const chest = puppet.bone('上半身2');
    const target = this.#inChest(hand).applyMatrix4(chest.matrixWorld);
    const heading = puppet.heading(`${this.#side}肩`).invert();
    const reach = target.sub(shoulder).applyQuaternion(heading);
    const turns = turnTwoBones(this.#bones, reach, this.#elbowPole(hand));
    puppet.bone(`${this.#side}腕`).quaternion.copy(turns.upper);
    puppet.bone(`${this.#side}ひじ`).quaternion.copy(turns.lower);
    this.#poseHand(puppet, beat, turns.upper.clone().multiply(turns.lower));
  }

  /** Outwards, up, forwards from the shoulder. */
  #handAt(beat: number): Vector3 {
    const { out, up, ahead } = this.#tracks;
    return new Vector3(out.at(beat), up.at(beat), ahead.at(beat));
  }

  #inChest(hand: Vector3): Vector3 {
    const shoulder = restPosition(`${this.#side}腕`).clone().sub(restPosition('上半身2'));
    return shoulder.add(new Vector3(hand.x * this.#sign, hand.y, hand.z));
  }

  #poseShoulder(puppet: Puppet, hand: Vector3): void {
    const raise = 0.3 * MathUtils.smoothstep(hand.y, -1, 5);
    const forth = 0.12 * MathUtils.smoothstep(hand.z, 1, 3.4) * MathUtils.smoothstep(-hand.x, -2, 1);
    puppet.turn(`${this.#side}肩`, 0, -forth * this.#sign, -raise * this.#sign);
  }

  /** Low hands have their elbow behind them, high ones beside them. */
  #elbowPole(hand: Vector3): Vector3 {
    const high = MathUtils.smoothstep(hand.y, -0.5, 3.5);
    const near = MathUtils.smoothstep(-hand.x, -2.4, 0.4);
    return new Vector3((0.25 + 0.9 * high + 0.7 * near) * this.#sign, -0.9 + 0.35 * high, -0.9 + 0.4 * near);
  }

  /** The hand trails what moves it. */
  #poseHand(puppet: Puppet, beat: number, forearm: Quaternion): void {
    const speed = this.#handAt(beat - WRIST_LAG + 0.1).sub(this.#handAt(beat - WRIST_LAG - 0.1));
    speed.x *= this.#sign;
    const inArm = speed.multiplyScalar(5).applyQuaternion(forearm.invert());
    const along = this.#bones.lower.clone().normalize();
    const axis = along.cross(inArm.negate());
    const amount = Math.min(axis.length() * WRIST_DRAG * 0.45, MOST_DRAG);
    puppet.bone(`${this.#side}手首`).quaternion.setFromAxisAngle(axis.normalize(), amount);
    const twist = this.#tracks.twist.at(beat - 0.08) * -this.#sign;
    const forearmAxis = this.#bones.lower.clone().normalize();
    puppet.bone(`${this.#side}手捩`).quaternion.setFromAxisAngle(forearmAxis, twist);
    this.#curlFingers(puppet, this.#tracks.curl.at(beat - FINGER_LAG) + 0.25 * (amount - 0.2));
  }

  #curlFingers(puppet: Puppet, curl: number): void {
    const axis = new Vector3(0, 0, -this.#sign);
    ['人指', '中指', '薬指', '小指'].forEach((finger, i) => {
      for (const [number, share] of [
        ['１', 0.8],
        ['２', 1.1],
        ['３', 0.8],
      ] as const) {
        const angle = curl * share * (0.8 + 0.16 * i);
        puppet.bone(this.#side + finger + number).quaternion.setFromAxisAngle(axis, angle);
      }
    });
  }
}
