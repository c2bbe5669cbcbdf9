import { checkedNotNegative } from '../checked-number.js';
import { randomFrom } from '../random.js';
import type { AdjustClock } from '../player/frame-poser.js';
import type { Rig } from '../rig/index.js';
import { type CompanionAdjust, passed, readClock } from './chain.js';
import { turnAbout, turnAngle } from './turn-about.js';

/** Options of {@link sway}. @inline */
export interface SwayOptions {
  /** How far she sways: 2 is twice as far. */
  readonly amount?: number; // 1
  /** Another number gives another way. */
  readonly seed?: number; // 1
}

/** Cycles a second: no two of them ever meet again at the same place. */
const RATES = [0.11, 0.11 * Math.SQRT2, 0.11 * Math.sqrt(3), 0.11 * Math.sqrt(5), 0.11 * Math.sqrt(0.3)];
/** In units, how far センター (center) moves aside, and to and fro: legs that are straight reach their feet. */
const [ASIDE, FORTH] = [0.14, 0.06];
/** In radians: how far the trunk leans against that, and beyond it, in each direction. */
const [AGAINST, LEAN, BOW, TWIST] = [0.012, 0.008, 0.01, 0.014];
/** Per second: how soon センター is back after the IK of a leg is off, or moves again. */
const EASE = 4;

class Sway {
  readonly #amount: number;
  readonly #phases: Float64Array;
  readonly #waves = new Float64Array(RATES.length);
  #rig: Rig | undefined;
  #center = -1;
  #trunk = -1;
  /** The IKs of the legs, in `pose.ikEnabled`. */
  #legs: readonly number[] = [];
  /** How much of the way センター goes, 0 to 1, in an array: a field becomes garbage. */
  readonly #moves = new Float64Array(1);

  constructor(amount: number, seed: number) {
    const random = randomFrom(seed);
    this.#amount = checkedNotNegative('amount', amount);
    this.#phases = Float64Array.from(RATES, random);
  }

  update(rig: Rig, deltaSeconds: number, clock: AdjustClock | undefined): void {
    const isJump = readClock(deltaSeconds, clock);
    const seconds = passed[0];
    const isNew = rig !== this.#rig;
    if (isNew) this.#bind(rig);
    const phases = this.#phases;
    const waves = this.#waves;
    for (let i = 0; i < phases.length; i++) {
      phases[i] = (phases[i] + seconds * RATES[i]) % 1;
      waves[i] = this.#amount * Math.sin(2 * Math.PI * phases[i]);
    }
    const goal = this.#isPlanted() ? 1 : 0;
    const fade = isNew || isJump ? 0 : Math.exp(-EASE * seconds);
    this.#moves[0] = goal + (this.#moves[0] - goal) * fade;
    this.#moveCenter(rig);
    turnAngle[0] = AGAINST * waves[0] * this.#moves[0] + LEAN * waves[2];
    turnAbout(rig, this.#trunk, 2, true);
    turnAngle[0] = BOW * waves[3];
    turnAbout(rig, this.#trunk, 0, true);
    turnAngle[0] = TWIST * waves[4];
    turnAbout(rig, this.#trunk, 1, true);
  }

  #bind(rig: Rig): void {
    const { ikNames } = rig.definition;
    this.#rig = rig;
    this.#center = rig.boneIndex('センター');
    this.#trunk = rig.boneIndex('上半身');
    this.#legs = ['左足ＩＫ', '右足ＩＫ'].map((name) => ikNames.indexOf(name));
  }

  /** Whether IK keeps both feet on the ground. */
  #isPlanted(): boolean {
    const { ikEnabled } = this.#rig!.pose;
    for (let i = 0; i < this.#legs.length; i++) if (!(ikEnabled[this.#legs[i]] > 0)) return false;
    return true;
  }

  #moveCenter(rig: Rig): void {
    if (this.#center < 0) return;
    const { translations } = rig.pose;
    const at = 3 * this.#center;
    translations[at] += ASIDE * this.#waves[0] * this.#moves[0];
    translations[at + 2] += FORTH * this.#waves[1] * this.#moves[0];
  }
}

/**
 * Makes her sway a little, as nobody stands still: センター (center) moves slowly, and the trunk (上半身) leans
 * against it. On top of whatever the dance does; the way never repeats.
 *
 * The feet stay where the dance puts them, by their IK; while that of a leg is off, only the trunk sways. It
 * goes on through jumps and pauses. Works on one rig; O(1); allocates nothing per call.
 *
 * @throws RangeError if `amount` is below 0 or not finite.
 * @example
 * player.add(model, idle, { adjust: sway({ amount: 0.5 }) });
 */
export function sway({ amount = 1, seed = 1 }: SwayOptions = {}): CompanionAdjust {
  const body = new Sway(amount, seed);
  return (rig, deltaSeconds, clock) => body.update(rig, deltaSeconds, clock);
}
