import { checkedNotNegative } from '../checked-number.js';
import { randomFrom } from '../random.js';
import type { AdjustClock } from '../player/frame-poser.js';
import type { Rig } from '../rig/index.js';
import { type CompanionAdjust, passed, readClock } from './chain.js';
import { turnAbout, turnAngle } from './turn-about.js';

/** Options of {@link breathe}. @inline */
export interface BreatheOptions {
  /** Breaths a minute. 0: she does not breathe. */
  readonly rate?: number; // 14
  /** How far chest and shoulders move: 2 is twice as far. */
  readonly depth?: number; // 1
  /** Another number gives other lengths and depths of the breaths. */
  readonly seed?: number; // 1
}

/** In radians, for a breath of depth 1: how far the chest leans back, and the shoulders rise. */
const [CHEST, SHOULDERS] = [0.022, 0.02];
/** The part of a breath in which she breathes in. */
const IN = 0.42;

class Breath {
  readonly #rate: number;
  readonly #depth: number;
  readonly #random: () => number;
  #rig: Rig | undefined;
  #chest = -1;
  #neck = -1;
  #left = -1;
  #right = -1;
  /** Of this breath: what part has passed, its length, its depth; in an array, as fields become garbage. */
  readonly #now = Float64Array.of(0, 1, 1);

  constructor(rate: number, depth: number, seed: number) {
    this.#rate = checkedNotNegative('rate', rate) / 60;
    this.#depth = checkedNotNegative('depth', depth);
    this.#random = randomFrom(seed);
    this.#begin();
  }

  update(rig: Rig, deltaSeconds: number, clock: AdjustClock | undefined): void {
    if (rig !== this.#rig) this.#bind(rig);
    readClock(deltaSeconds, clock);
    const seconds = passed[0];
    const now = this.#now;
    now[0] += (seconds * this.#rate) / now[1];
    if (now[0] >= 1) {
      now[0] %= 1;
      this.#begin();
    }
    const at = now[0];
    const air = 0.5 - 0.5 * Math.cos(Math.PI * (at < IN ? at / IN : 1 + (at - IN) / (1 - IN)));
    const size = air * this.#depth * now[2];
    turnAngle[0] = -CHEST * size;
    turnAbout(rig, this.#chest, 0, false);
    turnAngle[0] = CHEST * size;
    if (this.#chest >= 0) turnAbout(rig, this.#neck, 0, true); // the head stays as it is
    turnAngle[0] = SHOULDERS * size;
    turnAbout(rig, this.#left, 2, true);
    turnAngle[0] = -SHOULDERS * size;
    turnAbout(rig, this.#right, 2, true);
  }

  #bind(rig: Rig): void {
    const find = (...names: string[]): number =>
      names.map((name) => rig.boneIndex(name)).find((bone) => bone >= 0) ?? -1;
    this.#rig = rig;
    this.#chest = find('上半身2', '上半身');
    this.#neck = find('首', '頭');
    this.#left = find('左肩');
    this.#right = find('右肩');
  }

  #begin(): void {
    this.#now[1] = 0.85 + 0.3 * this.#random();
    this.#now[2] = 0.8 + 0.4 * this.#random();
  }
}

/**
 * Makes her breathe: with each breath the chest (上半身2, or 上半身) leans back, and the shoulders (左肩, 右肩) rise.
 * The neck (首) holds against it, so that the head keeps its direction. On top of whatever the dance does.
 *
 * Breaths differ a little in length and depth. They go on through jumps and pauses. Works on one rig; O(1);
 * allocates nothing per call.
 *
 * @throws RangeError if a number is below 0 or not finite.
 * @example
 * player.add(model, idle, { adjust: chain(breathe({ rate: 12 }), sway()) });
 */
export function breathe({ rate = 14, depth = 1, seed = 1 }: BreatheOptions = {}): CompanionAdjust {
  const breath = new Breath(rate, depth, seed);
  return (rig, deltaSeconds, clock) => breath.update(rig, deltaSeconds, clock);
}
