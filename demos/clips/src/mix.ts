import { createAnimationClip, type Motion, type PoseTarget } from '@odori/runtime';
import { type AnimationAction, type AnimationClip, AnimationMixer } from 'three';

/**
 * Plays motions as actions of three's AnimationMixer, each with a weight.
 *
 * The root of the mixer is the `poseTarget` of a model, so the mixer blends the pose that goes into the
 * solver. Weights with a sum below 1 leave a part of the rest pose. Weights with a sum above 1 are divided by
 * it.
 */
export class Mix {
  readonly weights: number[];
  readonly #target: PoseTarget;
  readonly #motions: readonly Motion[];
  readonly #mixer: AnimationMixer;
  readonly #layer: AnimationAction;
  #actions: readonly AnimationAction[] = [];
  #fade: { from: readonly number[]; to: number; seconds: number; passed: number } | undefined;

  /** `layer` is added to the blend of `motions`. Its weight is 0 at first. */
  constructor(target: PoseTarget, motions: readonly Motion[], layer: Motion) {
    this.#target = target;
    this.#motions = motions;
    this.#mixer = new AnimationMixer(target);
    this.weights = motions.map((_, i) => (i === 0 ? 1 : 0));
    const clip = createAnimationClip(layer, target, { additive: { referenceFrame: 0 } });
    this.#layer = this.#mixer.clipAction(clip).play();
    this.layerWeight = 0;
  }

  set layerWeight(weight: number) {
    this.#layer.setEffectiveWeight(weight);
  }

  /**
   * Creates the clips. 'exact' plays MMD's own curves; 'baked' has ordinary keyframes with linear
   * interpolation. The motions keep their times.
   */
  interpolate(interpolation: 'exact' | 'baked'): readonly AnimationClip[] {
    const clips = this.#motions.map((motion) => createAnimationClip(motion, this.#target, { interpolation }));
    const last = this.#actions;
    for (const action of last) this.#mixer.uncacheClip(action.stop().getClip());
    this.#actions = clips.map((clip, i) => {
      const action = this.#mixer.clipAction(clip).play();
      action.time = last[i]?.time ?? 0;
      return action;
    });
    return clips;
  }

  /** The index of the motion with the largest weight. */
  get strongest(): number {
    return this.weights.indexOf(Math.max(...this.weights));
  }

  /**
   * Fades one motion in and all others out, starting from their current weights. (`crossFadeTo` of three
   * fades two.)
   */
  fadeTo(to: number, seconds: number): void {
    this.#fade = { from: [...this.weights], to, seconds, passed: 0 };
  }

  /** Sets a weight and ends a running fade. */
  setWeight(index: number, weight: number): void {
    this.#fade = undefined;
    this.weights[index] = weight;
  }

  get isFading(): boolean {
    return this.#fade !== undefined;
  }

  /** Writes the blended pose. A fade goes on while the motions are paused. Allocates nothing. */
  update(motionSeconds: number, fadeSeconds: number): void {
    this.#moveWeights(fadeSeconds);
    for (let i = 0; i < this.weights.length; i++) this.#actions[i].setEffectiveWeight(this.weights[i]);
    this.#mixer.update(motionSeconds);
  }

  #moveWeights(seconds: number): void {
    if (!this.#fade) return;
    const { from, to, passed } = this.#fade;
    this.#fade.passed = passed + seconds;
    const fraction = Math.min(this.#fade.passed / this.#fade.seconds, 1);
    for (let i = 0; i < from.length; i++) {
      this.weights[i] = from[i] + ((i === to ? 1 : 0) - from[i]) * fraction;
    }
    if (fraction === 1) this.#fade = undefined;
  }
}
