import { Motion } from '../motion/index.js';
import { type MissingNames, type Rig, RigPose } from '../rig/index.js';
import { blendPose, Layer, type LayerSource, type MotionTiming } from './crossfade.js';
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

/** What {@link MotionPlayer.add} and {@link MotionPlayer.crossfade} take beside the motion. */
export interface PartOptions extends MotionTiming {
  /**
   * Your own changes to the pose, between sampling and solving: look-at, lip sync. They are for this frame only.
   *
   * Called whenever the playable is posed; `deltaSeconds` as `update` of the playable gets it. The pose is in three's
   * space, MMD units, see `RigPose`.
   *
   * @example
   * const head = rig.boneIndex('頭'); // 頭: head
   * player.add(model, dance, { adjust: ({ pose }) => pose.rotations.set(gaze, 4 * head) });
   */
  adjust?: (rig: Rig, deltaSeconds: number) => void;
}

/** The clocks a part is posed by, in seconds. */
export interface PartTimes {
  /** Since the motions began. */
  readonly motion: number;
  /** For who has nothing to do. */
  readonly idle: number;
}

/** A playable and what it plays. */
export class Part {
  readonly playable: Playable;
  adjust: PartOptions['adjust'];
  /** The undermost is sampled into the rig's own pose, the others are blended in, one after the other. */
  #layers: Layer[] = [];
  #source: LayerSource | undefined;

  constructor(playable: Playable) {
    this.playable = playable;
  }

  /** What it plays, or is fading to; undefined while it has none of its own. */
  get motion(): Motion | undefined {
    return this.#source?.isIdle === false ? this.#source.motion : undefined;
  }

  /** What it names and the rig lacks. */
  get missing(): MissingNames | undefined {
    return this.#layers.at(-1)?.binding.missing;
  }

  get isIdle(): boolean {
    return this.motion === undefined;
  }

  /** Seconds of the player's motions until all that it plays has ended. */
  get duration(): number {
    let last = 0;
    for (let i = 0; i < this.#layers.length; i++) last = Math.max(last, this.#layers[i].duration);
    return last;
  }

  /** Plays this and nothing else, at once or after so many seconds of blending. O(tracks + bones). */
  play(source: LayerSource, fadeSeconds = 0): void {
    const { definition, pose } = this.playable.rig;
    this.#source = source;
    if (fadeSeconds > 0 && this.#layers.length > 0) {
      const { boneNames, morphNames, ikNames } = definition;
      const beside = new RigPose(boneNames.length, morphNames.length, ikNames.length);
      this.#layers.push(new Layer(source, definition, beside, fadeSeconds));
    } else this.#layers = [new Layer(source, definition, pose)];
  }

  /** Writes the pose and shows it. */
  show(times: PartTimes, { passed, delta, isJump }: Passing): void {
    const { playable } = this;
    const since = isJump ? 0 : this.isIdle ? delta : passed;
    this.pose(times, delta);
    this.adjust?.(playable.rig, since);
    if (isJump) playable.reset();
    playable.update(since);
  }

  /** Writes the pose. Allocates nothing, but for the one frame that ends a crossfade. */
  pose(times: PartTimes, deltaSeconds: number): void {
    this.#settle(deltaSeconds);
    const layers = this.#layers;
    const { pose } = this.playable.rig;
    for (let i = 0; i < layers.length; i++) {
      const layer = layers[i];
      layer.sample(layer.isIdle ? times.idle : times.motion);
      if (i > 0) blendPose(pose, layer.pose, layer.weight);
    }
  }

  /** Lets what is covered go. */
  #settle(deltaSeconds: number): void {
    const layers = this.#layers;
    let undermost = 0;
    for (let i = 1; i < layers.length; i++) {
      layers[i].age(deltaSeconds);
      if (layers[i].weight === 1) undermost = i;
    }
    if (undermost === 0) return;
    const { definition, pose } = this.playable.rig;
    this.#layers = [layers[undermost].into(pose, definition), ...layers.slice(undermost + 1)];
  }
}
