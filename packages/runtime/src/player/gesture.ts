import { checkedNotNegative, checkedPositive } from '../checked-number.js';
import { loopFrame } from '../motion/frames.js';
import { type Motion, type NameOptions, secondsToFrame } from '../motion/index.js';
import { type BindOptions, bindPose, type PoseBinding } from '../rig/bind-motion.js';
import { addPose, blendPose, createPoseBeside, type PoseSlots } from '../rig/blend-pose.js';
import type { Rig } from '../rig/index.js';
import type { RigPose } from '../rig/rig-pose.js';
import { slerpWeight } from '../rotation.js';
import { type BoneMask, maskSlots } from './body-part.js';
import { ease } from '../ease.js';
import type { Passed } from './crossfade.js';

/** Options of {@link MotionPlayer.perform}. */
export interface PerformOptions extends BindOptions {
  /** Seconds to fade in, and to fade out at the end. */
  fade?: number; // 0.3
  /**
   * What the gesture may move: bones and morphs outside stay as they are, and so do those without keyframes
   * in the gesture.
   */
  bones?: BoneMask; // 'all'
  /** Adds what the gesture changes from its first frame on, in place of blending towards its poses. */
  additive?: boolean; // false
  /**
   * How much of the gesture shows, 0 to 1. It may change while the gesture plays: it is read each frame. NaN
   * counts as 0.
   */
  weight?: number; // 1
  /** How fast the gesture plays. */
  speed?: number; // 1
  /** How often it plays; Infinity: until it is stopped or replaced. */
  times?: number; // 1
  /**
   * A new gesture replaces the one on the same layer. By default, each part of the body is a layer, and all
   * lists and functions have one together, `'other'`.
   */
  layer?: string; // that of `bones`
  /** Stops the gesture, which fades out. */
  signal?: AbortSignal;
}

/** How a gesture came to its end. */
export type PerformResult = 'ended' | 'replaced' | 'stopped';

const AGE = 0;
const FADE_OUT = 1;
const END = 2;

/** One gesture: a motion over what a rig plays, by its own clock. */
class Gesture {
  readonly layer: string;
  readonly fade: number;
  readonly result: Promise<PerformResult>;
  readonly #motion: Motion;
  readonly #speed: number;
  /** How often the motion plays. */
  readonly #rounds: number;
  readonly #options: PerformOptions;
  readonly #binding: PoseBinding;
  readonly #slots: PoseSlots;
  readonly #pose: RigPose;
  /** Its first frame, from which an additive one changes. */
  readonly #reference: RigPose | undefined;
  #settle: ((result: PerformResult) => void) | undefined;
  /**
   * Seconds of its clock, the seconds in which it fades out, and the age at which nothing of it shows any
   * more; in an array, as fields become garbage.
   */
  readonly #times = new Float64Array(3);

  /** @throws RangeError if `fade`, `speed` or `times` is out of range, or `bones` no part of the body. */
  constructor(
    motion: Motion,
    { definition, pose }: Rig,
    options: PerformOptions,
    defaults: Required<NameOptions>,
  ) {
    const { bones = 'all', additive = false, layer = nameOf(bones), fade = 0.3 } = options;
    const { speed = 1, times = 1 } = options;
    checkedPositive('speed', speed);
    if (!(times > 0)) throw new RangeError(`times must be above 0, not ${times}`);
    this.layer = layer;
    this.fade = this.#times[FADE_OUT] = checkedNotNegative('fade', fade);
    this.result = new Promise((resolve) => (this.#settle = resolve));
    this.#options = options;
    this.#speed = speed;
    this.#rounds = times;
    this.#motion = times > 1 ? motion.loopable() : motion;
    // A short motion, or a single pose, holds its last pose for as long as fading takes.
    const seconds = times === Infinity ? Infinity : (motion.duration / speed) * times;
    this.#times[END] = Math.max(seconds, 2 * fade);
    this.#pose = createPoseBeside(pose, definition);
    const bind = { names: defaults.names, ...options };
    this.#binding = bindPose(this.#motion, definition, this.#pose, bind);
    this.#slots = maskSlots(this.#binding.slots, definition, bones);
    if (!additive) return;
    this.#reference = createPoseBeside(pose, definition);
    bindPose(motion, definition, this.#reference, bind).sample(0);
  }

  get isOver(): boolean {
    return this.#times[AGE] >= this.#times[END];
  }

  /** Lets time pass; at the end it tells so. */
  advance({ seconds }: Passed): void {
    this.#times[AGE] += seconds;
    if (this.isOver) this.tell('ended');
  }

  /** Resolves the promise, unless it is resolved. */
  tell(result: PerformResult): void {
    this.#settle?.(result);
    this.#settle = undefined;
  }

  /** Fades out in `fade` seconds, `delay` seconds from now; not later than it would by itself. */
  fadeOut(fade: number, delay: number): void {
    const isFading = this.#times[AGE] > this.#times[END] - this.#times[FADE_OUT];
    const end = this.#times[AGE] + delay + fade;
    if (isFading || end >= this.#times[END]) return;
    this.#times[FADE_OUT] = fade;
    this.#times[END] = end;
  }

  /** Writes itself over a pose. Allocates nothing; O(bones). */
  write(pose: RigPose): void {
    const weight = this.#weight;
    if (weight === 0) return;
    this.#binding.sample(this.#frame);
    slerpWeight[0] = weight;
    if (this.#reference) addPose(pose, this.#reference, this.#pose, this.#slots);
    else blendPose(pose, this.#pose, this.#slots);
  }

  get #weight(): number {
    const { weight = 1 } = this.#options;
    const shown =
      ease(this.#times[AGE], this.fade) * ease(this.#times[END] - this.#times[AGE], this.#times[FADE_OUT]);
    return weight > 0 ? shown * Math.min(weight, 1) : 0;
  }

  get #frame(): number {
    const rounds = this.#rounds;
    const { lastFrame } = this.#motion;
    const frame = secondsToFrame(this.#times[AGE] * this.#speed);
    return rounds > 1 && frame < rounds * lastFrame
      ? loopFrame(frame, lastFrame)
      : Math.min(frame, lastFrame);
  }
}

/** A mask without a name of its own is a layer of its own kind. */
function nameOf(bones: BoneMask): string {
  return typeof bones === 'string' ? bones : 'other';
}

/** The gestures over what one rig plays, in the order in which they began. */
export class Gestures {
  readonly #rig: Rig;
  #playing: readonly Gesture[] = [];

  constructor(rig: Rig) {
    this.#rig = rig;
  }

  get isPlaying(): boolean {
    return this.#playing.length > 0;
  }

  /**
   * Begins a gesture over all others. The one on its layer fades out once this one covers half of it; at once
   * if this one is added, which covers nothing.
   */
  async perform(
    motion: Motion,
    options: PerformOptions,
    defaults: Required<NameOptions>,
  ): Promise<PerformResult> {
    const { signal } = options;
    if (signal?.aborted === true) return 'stopped';
    const gesture = new Gesture(motion, this.#rig, options, defaults);
    for (const other of this.#playing) {
      if (other.layer !== gesture.layer) continue;
      other.tell('replaced');
      other.fadeOut(gesture.fade, options.additive === true ? 0 : gesture.fade / 2);
    }
    this.#playing = [...this.#playing, gesture];
    const stop = (): void => {
      gesture.tell('stopped');
      gesture.fadeOut(gesture.fade, 0);
    };
    signal?.addEventListener('abort', stop);
    const result = await gesture.result;
    signal?.removeEventListener('abort', stop);
    return result;
  }

  /** Writes all gestures over the rig's pose. Allocates nothing, except in the frame that ends one. */
  write(passed: Passed): void {
    const playing = this.#playing;
    let isOver = false;
    for (let i = 0; i < playing.length; i++) {
      playing[i].advance(passed);
      playing[i].write(this.#rig.pose);
      isOver ||= playing[i].isOver;
    }
    if (isOver) this.#playing = playing.filter((gesture) => !gesture.isOver);
  }

  /** Ends all gestures at once. */
  stop(): void {
    for (const gesture of this.#playing) gesture.tell('stopped');
    this.#playing = [];
  }
}
