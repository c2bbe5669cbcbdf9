import { type Motion, secondsToFrame } from '../motion/index.js';
import { loopFrame } from '../motion/loop-frame.js';
import { bindPose, type MotionBinding } from '../rig/bind-motion.js';
import type { RigDefinition, RigPose } from '../rig/index.js';

/** How a motion lies in the time of a player. */
export interface MotionTiming {
  /** Seconds by which it begins later than the player's motions do; below 0, earlier. */
  offset?: number; // 0
  /** Begins again whenever it has ended: for a step under a whole song. */
  loop?: boolean; // false
}

/** One of the motions that a pose is blended from. */
export class Layer {
  readonly motion: Motion;
  readonly offset: number;
  readonly binding: MotionBinding;
  readonly pose: RigPose;
  /** Plays while nothing else does: by a clock of its own, round and round. */
  readonly isIdle: boolean;
  readonly #loop: boolean;
  readonly #fadeSeconds: number;
  #age = 0;

  constructor(source: LayerSource, definition: RigDefinition, pose: RigPose, fadeSeconds = 0) {
    this.motion = source.motion;
    this.isIdle = source.isIdle;
    this.offset = source.offset ?? 0;
    this.#loop = source.loop ?? false;
    this.pose = pose;
    this.binding = bindPose(source.motion, definition, pose);
    this.#fadeSeconds = fadeSeconds;
  }

  /** How much it counts against those below it, 0 to 1. */
  get weight(): number {
    return this.#age < this.#fadeSeconds ? this.#age / this.#fadeSeconds : 1;
  }

  /** Seconds of the player's motions until it ends. */
  get duration(): number {
    return this.isIdle ? 0 : this.offset + this.motion.duration;
  }

  age(deltaSeconds: number): void {
    this.#age += deltaSeconds;
  }

  sample(seconds: number): void {
    const frame = secondsToFrame(seconds - this.offset);
    // before it begins it holds its first pose
    this.binding.sample(this.#loop && frame > 0 ? loopFrame(frame, this.motion.lastFrame) : frame);
  }

  /** The same, sampled into another pose and at full weight. */
  into(pose: RigPose, definition: RigDefinition): Layer {
    const { motion, isIdle, offset } = this;
    return new Layer({ motion, isIdle, offset, loop: this.#loop }, definition, pose);
  }
}

export interface LayerSource extends MotionTiming {
  readonly motion: Motion;
  readonly isIdle: boolean;
}

/**
 * Moves a pose towards another, in place: 0 leaves it, 1 makes it the other. Allocates nothing; O(bones + morphs).
 *
 * What three's AnimationMixer makes of two actions whose weights are `1 − weight` and `weight`: numbers are mixed in a
 * straight line, rotations on the sphere, the short way round; switches (IK, physics, visible) change over at half.
 */
export function blendPose(pose: RigPose, towards: RigPose, weight: number): void {
  blendNumbers(pose.translations, towards.translations, weight);
  blendNumbers(pose.morphWeights, towards.morphWeights, weight);
  blendRotations(pose.rotations, towards.rotations, weight);
  if (weight < 0.5) return;
  pose.ikEnabled.set(towards.ikEnabled);
  pose.physicsEnabled.set(towards.physicsEnabled);
  pose.visible = towards.visible;
}

function blendNumbers(numbers: Float64Array, towards: Float64Array, weight: number): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = numbers[i] * (1 - weight) + towards[i] * weight;
}

/** Nearer to each other than this, as a dot product, a straight line made unit again is as good as an arc. */
const STRAIGHT_ABOVE = 0.9995;

/**
 * Slerp, the short way round: sin((1 − w)·h) / sin(h) · a + sin(w·h) / sin(h) · b, cos(h) = a·b.
 *
 * Written out: a number that is handed to a function for each bone would be made anew on the heap each time.
 */
function blendRotations(turns: Float64Array, towards: Float64Array, weight: number): void {
  for (let i = 0; i < turns.length; i += 4) {
    let dot = 0;
    for (let j = i; j < i + 4; j++) dot += turns[j] * towards[j];
    const side = dot < 0 ? -1 : 1;
    const half = Math.acos(Math.min(side * dot, 1));
    const isStraight = side * dot >= STRAIGHT_ABOVE;
    const from = isStraight ? 1 - weight : Math.sin((1 - weight) * half) / Math.sin(half);
    const to = side * (isStraight ? weight : Math.sin(weight * half) / Math.sin(half));
    let square = 0;
    for (let j = i; j < i + 4; j++) {
      turns[j] = turns[j] * from + towards[j] * to;
      square += turns[j] * turns[j];
    }
    const scale = isStraight ? 1 / Math.sqrt(square) : 1;
    for (let j = i; j < i + 4; j++) turns[j] *= scale;
  }
}
