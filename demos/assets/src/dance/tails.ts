import { Quaternion, Vector3 } from 'three';
import { ARM_AXIS, BACK_OF_HAND, TAIL_PATH } from '../dancer/bone-table.js';
import { type Side, SIDES } from './legs.js';
import type { Puppet } from './puppet.js';
import type { Strands } from './strands.js';
import { dodgeLimbs, type Limb, type TailFrame } from './tail-dodge.js';

/**
 * Radii as drawn: of a tail between its joints from the second on, and of the parts of the arm with clothes.
 */
const TAIL_RADII = [0.42, 0.48, 0.45, 0.35];
const UPPER_ARM = 0.6;
const SLEEVE = 0.5;
const FOREARM = 0.4;
const TRUNK = 0.9;
const FACE = 1;

/** The left sleeve's lower edge, from the shoulder; it hangs off the arm. */
const SLEEVE_EDGE = /* @__PURE__ */ new Vector3(
  2.1 * ARM_AXIS[0] - 0.55 * BACK_OF_HAND[0],
  2.1 * ARM_AXIS[1] - 0.55 * BACK_OF_HAND[1],
  0,
);

/** From the second joint of the left tail to its others and its tip, in three's space. */
const PATH = /* @__PURE__ */ TAIL_PATH.slice(1).map(
  ([x, y, z]) => new Vector3(x - TAIL_PATH[1][0], y - TAIL_PATH[1][1], TAIL_PATH[1][2] - z),
);

/** Moves the two tails away from arms, trunk and face, over the whole dance. */
export class Tails {
  readonly #frames: Readonly<Record<Side, TailFrame[]>> = { 左: [], 右: [] };

  /** Records the next frame. The puppet must be solved, with its strands. */
  watch(puppet: Puppet, strands: Strands): void {
    const trunk = { from: puppet.place('上半身'), to: puppet.place('首'), radius: TRUNK };
    const onHead = (up: number, ahead: number): Vector3 =>
      new Vector3(0, up, ahead).applyQuaternion(puppet.heading('頭')).add(puppet.place('頭'));
    const face = {
      from: onHead(1, 0.3),
      to: onHead(0.8, 1.6),
      radius: FACE,
    };
    const arms = new Map(SIDES.map((side) => [side, limbsOf(puppet, side)]));
    for (const side of SIDES) {
      const limbs = [...arms.get(side)!, trunk, face];
      this.#frames[side].push({ ...strands.swung.get(`${side}テール2`)!, limbs });
    }
  }

  /** For each bone, the additional rotation in each recorded frame. */
  dodges(): Map<string, Quaternion[]> {
    return new Map(
      SIDES.map((side) => {
        const sign = side === '左' ? 1 : -1;
        const path = PATH.map(({ x, y, z }) => new Vector3(sign * x, y, z));
        return [`${side}テール2`, dodgeLimbs(this.#frames[side], path, TAIL_RADII, sign)];
      }),
    );
  }
}

function limbsOf(puppet: Puppet, side: Side): Limb[] {
  const [shoulder, elbow, wrist, finger] = ['腕', 'ひじ', '手首', '中指２'].map((bone) =>
    puppet.place(side + bone),
  );
  const edge = SLEEVE_EDGE.clone().setX(side === '左' ? SLEEVE_EDGE.x : -SLEEVE_EDGE.x);
  return [
    { from: shoulder, to: elbow, radius: UPPER_ARM },
    { from: shoulder, to: edge.applyQuaternion(puppet.heading(`${side}腕`)).add(shoulder), radius: SLEEVE },
    { from: elbow, to: wrist, radius: FOREARM },
    { from: wrist, to: finger, radius: FOREARM },
  ];
}
