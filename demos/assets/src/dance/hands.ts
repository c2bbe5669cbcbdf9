import { Vector3 } from 'three';
import { type ArmTurns, turnArm } from './arm.js';
import { valueAt } from './body.js';
import { turnFingers } from './fingers.js';
import type { LoopCurve } from './loop-curve.js';
import { mirroredTurn, type Puppet } from './puppet.js';
import { followCurve, type Spring } from './spring.js';

const PLACE: Spring = { frequency: 3.3, damping: 0.68, response: 1.25, lead: 2 };
const PALM: Spring = { frequency: 3, damping: 0.75, response: 0.7, lead: 1 };
const FINGER: Spring = { frequency: 4, damping: 0.6, response: 0.6, lead: 0.5 };
/** Small differences between the sides. */
const RIGHT_LAG = 0.6;
const DRAG_LAG = 1.5;

/** The movement of the hands, frame by frame. */
export class Hands {
  readonly #values: Readonly<Record<'左' | '右', readonly Float64Array[]>>;

  constructor(curves: Readonly<Record<'左' | '右', readonly LoopCurve[]>>) {
    const follow = (side: '左' | '右'): Float64Array[] =>
      curves[side].map((curve, i) => followCurve(curve, i < 3 ? PLACE : i < 9 ? PALM : FINGER));
    this.#values = { 左: follow('左'), 右: follow('右') };
  }

  pose(puppet: Puppet, frame: number): void {
    for (const side of ['左', '右'] as const) {
      const time = side === '右' ? frame - RIGHT_LAG : frame;
      const onSide = side === '左' ? (turn: ArmTurns['肩']) => turn : mirroredTurn;
      const turns = turnArm({
        place: this.#at(side, 0, time),
        palm: this.#at(side, 3, time),
        aim: this.#at(side, 6, time),
        velocity: this.#at(side, 0, time - DRAG_LAG + 1)
          .sub(this.#at(side, 0, time - DRAG_LAG - 1))
          .multiplyScalar(15),
      });
      for (const [bone, turn] of Object.entries(turns)) puppet.turn(side + bone, onSide(turn));
      const shape = this.#values[side].slice(9).map((values) => valueAt(values, time));
      for (const [bone, turn] of turnFingers(shape)) puppet.turn(side + bone, onSide(turn));
    }
  }

  #at(side: '左' | '右', first: number, frame: number): Vector3 {
    const [x, y, z] = [0, 1, 2].map((i) => valueAt(this.#values[side][first + i], frame));
    return new Vector3(x, y, z);
  }
}
