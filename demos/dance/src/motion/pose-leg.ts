import { Euler, Quaternion, Vector3 } from 'three';
import { restPosition } from '../figure/bone-table.js';
import { footAt, type FootPlace, type Step } from './foot-score.js';
import type { Puppet } from './puppet.js';
import { turnTwoBones, type TwoBones } from './two-bones.js';

const STEP_HEIGHT = 0.95;
const HEEL_STEP = 0.02;
const MOST_HEEL = 1.1;

/** A leg that keeps its foot where the score says, whatever the hips do. */
export class LegPoser {
  readonly #steps: readonly Step[];
  readonly #side: '左' | '右';
  readonly #bones: TwoBones;
  /** From the ball of the foot to the ankle. */
  readonly #arch: Vector3;

  constructor(side: '左' | '右', steps: readonly Step[]) {
    this.#side = side;
    this.#steps = steps;
    const [hip, knee, ankle] = ['足', 'ひざ', '足首'].map((name) => restPosition(side + name));
    this.#bones = {
      upper: knee.clone().sub(hip),
      lower: ankle.clone().sub(knee),
      hinge: new Vector3(1, 0, 0),
    };
    this.#arch = ankle.clone().sub(restPosition(`${side}つま先`));
  }

  pose(puppet: Puppet, beat: number): void {
    const place = footAt(this.#steps, beat);
    const hip = puppet.place(`${this.#side}足`);
    const foot = new Quaternion();
    const reach = this.#reachFoot(hip, place, foot);
    const ankle = hip.clone().add(reach);
    const pelvis = puppet.heading('下半身');
    const toPelvis = pelvis.clone().invert();
    const pole = this.#kneePole(pelvis, place.yaw).applyQuaternion(toPelvis);
    const turns = turnTwoBones(this.#bones, reach.applyQuaternion(toPelvis), pole);
    puppet.bone(`${this.#side}足`).quaternion.copy(turns.upper);
    puppet.bone(`${this.#side}ひざ`).quaternion.copy(turns.lower);
    const shin = pelvis.multiply(turns.upper).multiply(turns.lower);
    puppet.bone(`${this.#side}足首`).quaternion.copy(shin.invert().multiply(foot));
    puppet.bone(`${this.#side}つま先`).rotation.set(-place.heel * (1 - place.lift), 0, 0);
    // IK follows these: between two keys, where turns of hip, knee and ankle would not agree, the foot stays.
    puppet.bone(`${this.#side}足ＩＫ`).position.copy(ankle);
    puppet.bone(`${this.#side}足ＩＫ`).quaternion.copy(foot);
  }

  /** From the hip to the ankle; the heel comes up where the leg would be too short. */
  #reachFoot(hip: Vector3, place: FootPlace, foot: Quaternion): Vector3 {
    const longest = (this.#bones.upper.length() + this.#bones.lower.length()) * 0.998;
    const ball = new Vector3(
      place.x,
      restPosition(`${this.#side}つま先`).y + STEP_HEIGHT * place.lift,
      place.z,
    );
    const forwards = new Vector3(0, 0, -this.#arch.z).applyAxisAngle(new Vector3(0, 1, 0), place.yaw);
    ball.add(forwards).add(new Vector3(0, 0, this.#arch.z));
    for (;;) {
      foot.setFromEuler(new Euler(place.heel, place.yaw, 0, 'YXZ'));
      const reach = this.#arch.clone().applyQuaternion(foot).add(ball).sub(hip);
      if (reach.length() < longest || place.heel > MOST_HEEL) return reach;
      place.heel += HEEL_STEP;
    }
  }

  /** Knees point between hips and toes. */
  #kneePole(pelvis: Quaternion, yaw: number): Vector3 {
    const hips = new Vector3(0, 0, 1).applyQuaternion(pelvis).setY(0).normalize();
    const toes = new Vector3(Math.sin(yaw), 0, Math.cos(yaw));
    return hips.add(toes).normalize();
  }
}
