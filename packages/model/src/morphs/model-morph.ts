import type { PmxMorph } from '@odori/format';
import type { RigPose } from '@odori/runtime';

/** A morph; the vertices that it moves are in `ModelData.morphed`. */
export type MorphData =
  | Exclude<PmxMorph, { readonly type: 'vertex' | 'uv' }>
  | (Pick<PmxMorph, 'name' | 'nameEn' | 'panel'> & { readonly type: 'vertex' | 'uv' });

const PANELS: readonly ModelMorph['panel'][] = ['hidden', 'brow', 'eye', 'mouth', 'other'];

/**
 * One morph of a model, like a slider in MMD.
 *
 * @example
 * const smile = model.morphs.get('笑い')!;
 * smile.weight = 1; // in the next picture
 * smile.panel; // → 'eye'
 */
export class ModelMorph {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly name: string;
  readonly nameEn: string;
  /** The panel in which MMD shows it. Other morphs drive the `hidden` ones. */
  readonly panel: 'hidden' | 'brow' | 'eye' | 'mouth' | 'other';
  readonly type: PmxMorph['type'];
  /** Its index in `rig.pose.morphWeights`. */
  readonly index: number;
  readonly #pose: RigPose;

  constructor({ name, nameEn, panel, type }: MorphData, index: number, pose: RigPose) {
    this.name = name;
    this.nameEn = nameEn;
    this.panel = PANELS[panel] ?? 'other';
    this.type = type;
    this.index = index;
    this.#pose = pose;
  }

  /** The weight in the pose; `rig.morphWeights` includes group morphs. The next `model.update()` shows it. */
  get weight(): number {
    return this.#pose.morphWeights[this.index];
  }

  set weight(weight: number) {
    this.#pose.morphWeights[this.index] = weight;
  }
}

/** All morphs of a model by name; the first one of several with the same name. */
export function modelMorphs(morphs: readonly MorphData[], pose: RigPose): ReadonlyMap<string, ModelMorph> {
  const byName = new Map<string, ModelMorph>();
  morphs.forEach((morph, index) => {
    if (!byName.has(morph.name)) byName.set(morph.name, new ModelMorph(morph, index, pose));
  });
  return byName;
}
