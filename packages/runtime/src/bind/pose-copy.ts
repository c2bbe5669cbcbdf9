import type { WritablePose } from './pose-target.js';

/** A pose put aside, to be put back. Allocates nothing but when it is made; O(bones + morphs). */
export class PoseCopy {
  readonly #pose: WritablePose;
  readonly #copy: WritablePose;
  #isSaved = false;

  constructor(pose: WritablePose) {
    this.#pose = pose;
    this.#copy = {
      translations: pose.translations.slice(),
      rotations: pose.rotations.slice(),
      morphWeights: pose.morphWeights.slice(),
      ikEnabled: pose.ikEnabled.slice(),
      physicsEnabled: pose.physicsEnabled.slice(),
      visible: pose.visible,
    };
  }

  save(): void {
    copyPose(this.#pose, this.#copy);
    this.#isSaved = true;
  }

  /** Only what was saved since the last time. */
  restore(): void {
    if (this.#isSaved) copyPose(this.#copy, this.#pose);
    this.#isSaved = false;
  }
}

function copyPose(from: WritablePose, to: WritablePose): void {
  to.translations.set(from.translations);
  to.rotations.set(from.rotations);
  to.morphWeights.set(from.morphWeights);
  to.ikEnabled.set(from.ikEnabled);
  to.physicsEnabled.set(from.physicsEnabled);
  to.visible = from.visible;
}
