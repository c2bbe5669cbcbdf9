import { checkedNotNegative } from '../checked-number.js';
import { randomFrom } from '../random.js';
import type { AdjustClock } from '../player/frame-poser.js';
import type { Rig } from '../rig/index.js';
import { type CompanionAdjust, passed, readClock } from './chain.js';
import { FACE_SLOTS, type FaceSlots, findSlots } from './face-slots.js';

/** Options of {@link blink}. @inline */
export interface BlinkOptions {
  /** How often on average; two quick blinks count as one. 0: never. */
  readonly perMinute?: number; // 15
  /** How many of 1 blinks are followed by another one at once. */
  readonly double?: number; // 0.15
  /** What `lookAt` has made: she also blinks when her gaze shifts by more than 15°. */
  readonly duringGaze?: { readonly shifts: number } | undefined;
  /** Another number gives other moments. */
  readonly seed?: number; // 1
  /** The morphs by what they do; `blink` counts. */
  readonly slots?: Pick<FaceSlots, 'blink'>; // FACE_SLOTS
}

/** Morphs that close an eye, or both. */
const CLOSING =
  /^(?:まばたき|瞬き|眨眼|笑い|なごみ|ウィンク|ｳｨﾝｸ|blink|wink|happy$|joy$)|eye[_-]?(?:close|joy)/i;
/** Weights of the motion: up to the first one a blink is whole, from the second one on there is none. */
const [OPEN, CLOSED] = [0.1, 0.2];
/** Seconds in which the lids close, stay closed, and open. */
const [CLOSING_SECONDS, SHUT_SECONDS, OPENING_SECONDS] = [0.06, 0.04, 0.12];
const BLINK_SECONDS = CLOSING_SECONDS + SHUT_SECONDS + OPENING_SECONDS;
/** Seconds from a blink to the second one of a double blink. */
const DOUBLE_SECONDS = 0.1;

class Blink {
  readonly #options: BlinkOptions;
  readonly #random: () => number;
  #rig: Rig | undefined;
  #morph = -1;
  /** Morphs that close the eyes, and how far each does. */
  #closing: readonly number[] = [];
  #shares: readonly number[] = [];
  /** Seconds since the blink began, and until the next one, in an array: fields become garbage. */
  readonly #times = Float64Array.of(BLINK_SECONDS, 0);
  #isSecond = false;
  #shifts = 0;

  constructor(options: BlinkOptions) {
    const { perMinute = 15, double = 0.15, seed = 1 } = options;
    checkedNotNegative('perMinute', perMinute);
    checkedNotNegative('double', double);
    this.#options = options;
    this.#random = randomFrom(seed);
    this.#times[1] = this.#interval();
  }

  update(rig: Rig, deltaSeconds: number, clock: AdjustClock | undefined): void {
    const isJump = readClock(deltaSeconds, clock);
    const seconds = passed[0];
    if (rig !== this.#rig) this.#bind(rig);
    const { duringGaze } = this.#options;
    const shifts = duringGaze?.shifts ?? 0;
    const times = this.#times;
    times[0] += seconds;
    times[1] -= seconds;
    const isDue = times[1] <= 0 || (shifts !== this.#shifts && times[0] >= BLINK_SECONDS);
    this.#shifts = shifts;
    if (isJump) times[0] = BLINK_SECONDS;
    else if (isDue) this.#begin();
    if (this.#morph < 0 || times[0] >= BLINK_SECONDS) return;
    const { morphWeights } = rig.pose;
    const weight = this.#lids() * this.#openness(morphWeights);
    if (weight > morphWeights[this.#morph]) morphWeights[this.#morph] = weight;
  }

  #bind(rig: Rig): void {
    const { morphNames, morphs } = rig.definition;
    this.#rig = rig;
    this.#morph = findSlots(rig, { blink: (this.#options.slots ?? FACE_SLOTS).blink }).blink;
    const closing = morphNames.flatMap((name, i) =>
      i === this.#morph || CLOSING.test(name) ? [[i, 1]] : [],
    );
    const groups = morphs.groups.flatMap(({ morph, children, weights }) =>
      closing.flatMap(([i]) => (children.includes(i) ? [[morph, weights[children.indexOf(i)]]] : [])),
    );
    this.#closing = [...closing, ...groups].map(([i]) => i);
    this.#shares = [...closing, ...groups].map(([, share]) => share);
  }

  #begin(): void {
    const { double = 0.15 } = this.#options;
    this.#times[0] = 0;
    this.#isSecond = !this.#isSecond && this.#random() < double;
    this.#times[1] = this.#isSecond ? BLINK_SECONDS + DOUBLE_SECONDS : this.#interval();
  }

  /** Seconds until the next blink: half to one and a half times the mean. */
  #interval(): number {
    return (60 / (this.#options.perMinute ?? 15)) * (0.5 + this.#random());
  }

  /** How far the lids are closed. */
  #lids(): number {
    const at = this.#times[0];
    if (at < CLOSING_SECONDS) return smooth(at / CLOSING_SECONDS);
    return smooth(Math.min((BLINK_SECONDS - at) / OPENING_SECONDS, 1));
  }

  /** 1 where the motion leaves the eyes open, 0 where it closes them. */
  #openness(weights: Float64Array): number {
    let closed = 0;
    for (let i = 0; i < this.#closing.length; i++)
      closed = Math.max(closed, weights[this.#closing[i]] * this.#shares[i]);
    return smooth(Math.min(Math.max((CLOSED - closed) / (CLOSED - OPEN), 0), 1));
  }
}

function smooth(x: number): number {
  return x * x * (3 - 2 * x);
}

/**
 * Makes her blink: at irregular moments, now and then twice, and when her gaze shifts.
 *
 * While the motion itself closes her eyes by more than 0.2, by まばたき (blink), 笑い (laugh), ウィンク (wink) or a
 * group morph that drives them, all weights stay those of the motion. A jump of the dance ends a blink.
 *
 * Works on one rig. O(morphs that close the eyes); allocates nothing per call.
 *
 * @throws RangeError if a number is below 0 or not finite.
 * @example
 * const gaze = lookAt(camera, { space: model.root });
 * player.add(model, dance, { adjust: chain(gaze, blink({ duringGaze: gaze })) });
 */
export function blink(options: BlinkOptions = {}): CompanionAdjust {
  const lids = new Blink(options);
  return (rig, deltaSeconds, clock) => lids.update(rig, deltaSeconds, clock);
}
