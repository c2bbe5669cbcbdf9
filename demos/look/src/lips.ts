import type { Rig } from '@odori/runtime';

/** The lip morphs of a Japanese model: a, i, u, e, o. */
export const VOWELS = ['あ', 'い', 'う', 'え', 'お'] as const;

/** The weight of each vowel, 0 to 1, in the order of {@link VOWELS}. */
export type VowelWeights = Float64Array;

export function createVowelWeights(): VowelWeights {
  return new Float64Array(VOWELS.length);
}

/** Writes vowels into the morph weights of a pose, between sampling and solving. */
export class Lips {
  readonly #rig: Rig;
  readonly #morphs: readonly number[];

  constructor(rig: Rig) {
    this.#rig = rig;
    this.#morphs = VOWELS.map((name) => rig.definition.morphNames.indexOf(name));
  }

  /**
   * `influence` is the fraction of `weights` in the result, 0 to 1; the rest is what the pose had. Ignores
   * vowels that the model does not have. Allocates nothing.
   */
  write(weights: VowelWeights, influence = 1): void {
    const { morphWeights } = this.#rig.pose;
    for (let i = 0; i < weights.length; i++) {
      const morph = this.#morphs[i];
      if (morph >= 0) morphWeights[morph] = weights[i] * influence + morphWeights[morph] * (1 - influence);
    }
  }

  /** Reads the current weights from the pose. */
  read(out: VowelWeights): VowelWeights {
    const { morphWeights } = this.#rig.pose;
    for (let i = 0; i < out.length; i++) out[i] = this.#morphs[i] >= 0 ? morphWeights[this.#morphs[i]] : 0;
    return out;
  }
}
