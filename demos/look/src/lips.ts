import type { Rig } from '@odori/runtime';

/** The lips of a Japanese model: a i u e o. */
export const VOWELS = ['あ', 'い', 'う', 'え', 'お'] as const;

/** How wide open each is, 0..1, in the order of {@link VOWELS}. */
export type VowelWeights = Float64Array;

export function createVowelWeights(): VowelWeights {
  return new Float64Array(VOWELS.length);
}

/** Writes vowels into the morphs of a pose, between sampling and solving. */
export class Lips {
  readonly #rig: Rig;
  readonly #morphs: readonly number[];

  constructor(rig: Rig) {
    this.#rig = rig;
    this.#morphs = VOWELS.map((name) => rig.definition.morphNames.indexOf(name));
  }

  /** A vowel that the model lacks is passed over. Allocates nothing. */
  write(weights: VowelWeights): void {
    const { morphWeights } = this.#rig.pose;
    for (let i = 0; i < weights.length; i++) {
      if (this.#morphs[i] >= 0) morphWeights[this.#morphs[i]] = weights[i];
    }
  }

  /** What the pose says now. */
  read(out: VowelWeights): VowelWeights {
    const { morphWeights } = this.#rig.pose;
    for (let i = 0; i < out.length; i++) out[i] = this.#morphs[i] >= 0 ? morphWeights[this.#morphs[i]] : 0;
    return out;
  }
}
