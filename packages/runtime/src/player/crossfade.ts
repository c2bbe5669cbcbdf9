import { ease } from '../ease.js';
import { clampFrame, loopFrame } from '../motion/frames.js';
import { type Motion, secondsToFrame } from '../motion/index.js';
import { type BindOptions, bindPose, type MotionBinding } from '../rig/bind-motion.js';
import { allSlots, blendPose, createPoseBeside, type PoseSlots } from '../rig/blend-pose.js';
import type { Rig, RigDefinition } from '../rig/index.js';
import { slerpWeight } from '../rotation.js';
import type { RigPose } from '../rig/rig-pose.js';

/** When a motion plays in the time of a player. @inline */
export interface MotionTiming {
  /** Seconds by which it begins later than the player's motions; below 0, earlier. */
  offset?: number; // 0
  /** Begins again when it has ended: for a step that is shorter than the song. */
  loop?: boolean; // false
  /**
   * With `loop`: the seconds before its end in which it moves over to its beginning, see `Motion.loopable`.
   */
  seam?: number | undefined; // as long as it needs
}

/** A motion with its timing, as a playable plays it. */
export interface PlayedMotion extends MotionTiming, BindOptions {
  readonly motion: Motion;
  /** True for the idle motion, which follows a clock of its own and loops. */
  readonly isIdle: boolean;
  /** True for an idle motion that is not that of all playables. */
  readonly ownsIdle?: boolean;
}

/** The clocks that motions follow, in seconds, by index: fields of objects become garbage. */
export type PlayerTimes = Float64Array;
/** Since the motions began. */
export const MOTION = 0;
/** Of the idle motion. */
export const IDLE = 1;

/** What passes between two poses; as an argument, the number would be garbage. */
export interface Passed {
  readonly seconds: number;
}

/** Seconds of the player's motions until a motion ends; 0 for the idle motion. */
export function endOf({ motion, isIdle, offset = 0 }: PlayedMotion): number {
  return isIdle ? 0 : offset + motion.duration;
}

/**
 * The frame of a motion at a time. Before the motion begins, the frame is 0 or less, where the first pose
 * holds.
 */
export function frameOf(played: PlayedMotion, times: PlayerTimes): number {
  const { motion, isIdle, offset = 0, loop = false } = played;
  const frame = secondsToFrame(times[isIdle ? IDLE : MOTION] - offset);
  return loop ? loopFrame(frame, motion.lastFrame) : frame;
}

/** The motions of one rig: one, or several while newer ones fade in over older ones. */
export class Crossfade {
  readonly #rig: Rig;
  readonly #all: PoseSlots;
  /**
   * The oldest one is sampled into the rig's own pose. The newer ones are blended into that pose, in order.
   */
  #motions: readonly FadingMotion[] = [];

  constructor(rig: Rig) {
    this.#rig = rig;
    this.#all = allSlots(rig.pose);
  }

  /** Of the newest motion. */
  get binding(): MotionBinding | undefined {
    return this.#motions.at(-1)?.binding;
  }

  /** Whether all of them follow the clock of idle motions, which never jumps. */
  get isIdle(): boolean {
    return this.#motions.length > 0 && this.#motions.every(({ played }) => played.isIdle);
  }

  /** Whether no motion fades in. */
  get isSingle(): boolean {
    return this.#motions.length === 1;
  }

  /** Seconds of the player's motions until all of them have ended. */
  get duration(): number {
    let last = 0;
    for (let i = 0; i < this.#motions.length; i++) last = Math.max(last, endOf(this.#motions[i].played));
    return last;
  }

  /** Plays a motion alone, at once or after `fadeSeconds` of blending. O(tracks + bones). */
  play(played: PlayedMotion, fadeSeconds = 0): void {
    const { definition, pose } = this.#rig;
    if (fadeSeconds > 0 && this.#motions.length > 0) {
      const ownPose = createPoseBeside(pose, definition);
      this.#motions = [...this.#motions, new FadingMotion(played, definition, ownPose, fadeSeconds)];
    } else this.#motions = [new FadingMotion(played, definition, pose)];
  }

  /**
   * Writes the rig's pose. Allocates nothing, except in the one frame that ends a crossfade. O(bones +
   * morphs).
   */
  sample(times: PlayerTimes, passed: Passed): void {
    this.pass(passed);
    const motions = this.#motions;
    const { pose } = this.#rig;
    for (let i = 0; i < motions.length; i++) {
      const motion = motions[i];
      motion.sample(times);
      if (i === 0) continue;
      slerpWeight[0] = motion.weight;
      blendPose(pose, motion.pose, this.#all);
    }
  }

  /** Lets weights grow, and drops the motions below one that has its full weight. */
  pass(passed: Passed): void {
    const motions = this.#motions;
    let oldest = 0;
    for (let i = 1; i < motions.length; i++) {
      motions[i].age(passed);
      if (motions[i].weight === 1) oldest = i;
    }
    if (oldest === 0) return;
    const { definition, pose } = this.#rig;
    this.#motions = [
      new FadingMotion(motions[oldest].played, definition, pose),
      ...motions.slice(oldest + 1),
    ];
  }
}

/** A motion that is bound to a pose, and how far it has faded in. */
export class FadingMotion {
  readonly played: PlayedMotion;
  readonly binding: MotionBinding;
  readonly pose: RigPose;
  readonly #fadeSeconds: number;
  #age = 0;

  constructor(played: PlayedMotion, definition: RigDefinition, pose: RigPose, fadeSeconds = 0) {
    this.played = played;
    this.pose = pose;
    const { motion, loop = false, seam } = played;
    this.binding = bindPose(loop ? motion.loopable(seam) : motion, definition, pose, played);
    this.#fadeSeconds = fadeSeconds;
  }

  /** Its weight against the motions before it, 0 to 1. */
  get weight(): number {
    return ease(this.#age, this.#fadeSeconds);
  }

  age({ seconds }: Passed): void {
    this.#age += seconds;
  }

  sample(times: PlayerTimes): void {
    this.binding.sample(clampFrame(frameOf(this.played, times), this.played.motion.lastFrame));
  }
}
