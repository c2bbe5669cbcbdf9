import { createAnimationClip, type Motion, type PoseTarget } from '@odori/runtime';
import { type AnimationAction, type AnimationClip, AnimationMixer } from 'three';

/**
 * Motions as actions of three's AnimationMixer, each with a weight.
 *
 * The mixer's root is a model's `poseTarget`: what it blends is the pose that goes into the solver. Weights that add up to
 * less than 1 leave a rest of the rest pose, above 1 they are shares of their sum.
 */
export class Mix {
  readonly weights: number[];
  readonly #target: PoseTarget;
  readonly #motions: readonly Motion[];
  readonly #mixer: AnimationMixer;
  readonly #layer: AnimationAction;
  #actions: readonly AnimationAction[] = [];
  #fade: { from: readonly number[]; to: number; seconds: number; passed: number } | undefined;

  /** `layer` is added to whatever the others make; it begins unheard of. */
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
   * Makes the clips: 'exact' plays MMD's own curves, 'baked' are ordinary keys with straight lines between them. Motions
   * go on where they were.
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

  /** The motion that counts most. */
  get strongest(): number {
    return this.weights.indexOf(Math.max(...this.weights));
  }

  /** Fades one in and all others out, from whatever weights they have; `crossFadeTo` of three does it for two. */
  fadeTo(to: number, seconds: number): void {
    this.#fade = { from: [...this.weights], to, seconds, passed: 0 };
  }

  /** Sets a weight; a fade ends there. */
  setWeight(index: number, weight: number): void {
    this.#fade = undefined;
    this.weights[index] = weight;
  }

  get isFading(): boolean {
    return this.#fade !== undefined;
  }

  /** Writes the blended pose. Fades go on while motions pause; allocates nothing. */
  update(motionSeconds: number, fadeSeconds: number): void {
    this.#moveWeights(fadeSeconds);
    for (let i = 0; i < this.weights.length; i++) this.#actions[i].setEffectiveWeight(this.weights[i]);
    this.#mixer.update(motionSeconds);
  }

  #moveWeights(seconds: number): void {
    if (!this.#fade) return;
    const { from, to, passed } = this.#fade;
    this.#fade.passed = passed + seconds;
    const share = Math.min(this.#fade.passed / this.#fade.seconds, 1);
    for (let i = 0; i < from.length; i++) {
      this.weights[i] = from[i] + ((i === to ? 1 : 0) - from[i]) * share;
    }
    if (share === 1) this.#fade = undefined;
  }
}
