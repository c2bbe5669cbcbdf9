import type { PmxMorph } from '@odori/format';
import type { RigPose } from '@odori/runtime';

/** Where MMD's panels show a morph; `hidden` ones are driven by others. */
export type MorphPanel = 'hidden' | 'brow' | 'eye' | 'mouth' | 'other';

const PANELS: readonly MorphPanel[] = ['hidden', 'brow', 'eye', 'mouth', 'other'];

/** One morph of a model, as a slider has it. */
export class ModelMorph {
  readonly name: string;
  readonly nameEn: string;
  readonly panel: MorphPanel;
  readonly type: PmxMorph['type'];
  /** Its place in `rig.pose.morphWeights`. */
  readonly index: number;
  readonly #pose: RigPose;

  constructor({ name, nameEn, panel, type }: PmxMorph, index: number, pose: RigPose) {
    this.name = name;
    this.nameEn = nameEn;
    this.panel = PANELS[panel] ?? 'other';
    this.type = type;
    this.index = index;
    this.#pose = pose;
  }

  /** As keyed: what groups add to it is in `rig.morphWeights`. Shown by the next `model.update()`. */
  get weight(): number {
    return this.#pose.morphWeights[this.index];
  }

  set weight(weight: number) {
    this.#pose.morphWeights[this.index] = weight;
  }
}

/** All morphs of a model by name; of two with one name the first. */
export function modelMorphs(morphs: readonly PmxMorph[], pose: RigPose): ReadonlyMap<string, ModelMorph> {
  const byName = new Map<string, ModelMorph>();
  morphs.forEach((morph, index) => {
    if (!byName.has(morph.name)) byName.set(morph.name, new ModelMorph(morph, index, pose));
  });
  return byName;
}
