import { type Motion, secondsToFrame } from '../motion/index.js';
import { loopFrame } from '../motion/frames.js';
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
