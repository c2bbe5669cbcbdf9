import { Motion } from '../motion/index.js';
import type { MissingNames } from '../rig/index.js';
import type { LayerSource } from './layer.js';
import { Part, type PartOptions, type PartTimes } from './part.js';
import type { Playable } from './playable.js';

const NO_MOTION: Motion = /* @__PURE__ */ Motion.from();

/** How much time goes by at once, in seconds. */
export interface Passing {
  /** Of the motions, as fast as they are played; 0 in pauses. */
  readonly passed: number;
  /** Of the reader's clock. */
  readonly delta: number;
  /** The pose has jumped: nothing has passed. */
  readonly isJump: boolean;
}

/** Everyone on stage, and what they play. */
export class Cast {
  /** Another list whenever somebody comes or goes: it may happen while everyone is posed. */
  #parts: readonly Part[] = [];
  #idle: Motion = NO_MOTION;

  get playables(): readonly Playable[] {
    return this.#parts.map(({ playable }) => playable);
  }

  /** What those do that have no motion of their own. */
  get idle(): Motion | undefined {
    return this.#idle === NO_MOTION ? undefined : this.#idle;
  }

  set idle(motion: Motion | undefined) {
    this.#idle = motion ?? NO_MOTION;
  }

  /** Those who idle. */
  get idlers(): readonly Part[] {
    return this.#parts.filter(({ isIdle }) => isIdle);
  }

  /** Seconds until the last motion has ended. */
  get duration(): number {
    let last = 0;
    for (let i = 0; i < this.#parts.length; i++) last = Math.max(last, this.#parts[i].duration);
    return last;
  }

  partOf(playable: Playable): Part | undefined {
    return this.#parts.find((part) => part.playable === playable);
  }

  missingOf(playable: Playable): MissingNames | undefined {
    return this.partOf(playable)?.missing;
  }

  /** The part of one, who comes on stage if need be. */
  join(playable: Playable): Part {
    const present = this.partOf(playable);
    if (present) return present;
    const part = new Part(playable);
    this.#parts = [...this.#parts, part];
    return part;
  }

  remove(playable: Playable): void {
    this.#parts = this.#parts.filter((part) => part.playable !== playable);
  }

  clear(): void {
    this.#parts = [];
  }

  /** What a layer is made of: a motion, or idling. */
  sourceOf(motion: Motion | undefined, { offset = 0, loop = false }: PartOptions = {}): LayerSource {
    return motion
      ? { motion, isIdle: false, offset, loop }
      : { motion: this.#idle, isIdle: true, loop: true };
  }

  /** Poses everyone. Allocates nothing. */
  pose(times: PartTimes, passing: Passing): void {
    const parts = this.#parts;
    for (let i = 0; i < parts.length; i++) parts[i].show(times, passing);
  }
}
