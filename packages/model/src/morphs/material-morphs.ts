import { finite } from '@odori/runtime/internal';
import type { PmxMaterial, PmxMaterialMorph } from '@odori/format';
import type { MorphData } from './model-morph.js';

/*
 * The look of a material, as 40 numbers: the 28 of a PMX material morph, with the tints of texture, sphere
 * map and toon split into a factor and a summand of 4 numbers each.
 */

/** The index of each property in a material's numbers. Colours are gamma encoded, as in the file. */
export const MATERIAL_VALUE = {
  /** r g b a */
  diffuse: 0,
  /** r g b */
  specular: 4,
  specularPower: 7,
  /** r g b */
  ambient: 8,
  /** r g b a */
  edgeColor: 11,
  edgeSize: 15,
  /** r g b a each */
  textureMultiply: 16,
  sphereMultiply: 20,
  toonMultiply: 24,
  textureAdd: 28,
  sphereAdd: 32,
  toonAdd: 36,
} as const;

/** Numbers per material. */
export const MATERIAL_VALUES = 40;
/** Numbers per material morph. */
const MORPH_VALUES = 28;
const FIRST_TINT = MATERIAL_VALUE.textureMultiply;

/** One entry of a material morph, for one material or for all: the factors or the summands at weight 1. */
interface MorphedMaterial {
  readonly morph: number;
  /** The materials from `first` up to, but not including, `end`. */
  readonly first: number;
  readonly end: number;
  readonly adds: boolean;
  /** 28 numbers. */
  readonly values: Float32Array;
}

/**
 * The look of all materials under the weights of morphs.
 *
 * Multiplying morphs are applied before adding ones, so their order does not matter: `base · Π(1 + (m − 1)·w)
 * + Σ a·w`.
 */
export class MaterialMorphs {
  /** `40 * materials`, see {@link MATERIAL_VALUE}. */
  readonly values: Float32Array;
  /** The materials that morphs can change. */
  readonly morphedMaterials: readonly number[];
  readonly #base: Float32Array;
  readonly #morphed: readonly MorphedMaterial[];
  readonly #morphs: readonly number[];
  readonly #applied: Float64Array;

  constructor(materials: readonly PmxMaterial[], morphs: readonly MorphData[]) {
    this.#base = Float32Array.from(materials.flatMap(baseValues));
    this.values = this.#base.slice();
    this.#morphed = limitWork(
      morphs.flatMap((morph, index) =>
        morph.type === 'material' ? entriesOf(morph, index, materials.length) : [],
      ),
    );
    const isMorphed = new Uint8Array(materials.length);
    for (const { first, end } of this.#morphed) isMorphed.fill(1, first, end);
    this.morphedMaterials = [...materials.keys()].filter((material) => isMorphed[material] === 1);
    this.#morphs = [...new Set(this.#morphed.map(({ morph }) => morph))];
    this.#applied = new Float64Array(this.#morphs.length);
  }

  /**
   * Applies weights, one per morph of the model; true if any of `morphedMaterials` changed. Allocates
   * nothing.
   */
  apply(weights: Float64Array): boolean {
    if (!this.#differs(weights)) return false;
    for (let i = 0; i < this.morphedMaterials.length; i++) this.#reset(this.morphedMaterials[i]);
    for (let i = 0; i < this.#morphed.length; i++) this.#multiply(this.#morphed[i], weights);
    for (let i = 0; i < this.#morphed.length; i++) this.#add(this.#morphed[i], weights);
    for (let i = 0; i < this.#morphs.length; i++) this.#applied[i] = weights[this.#morphs[i]];
    return true;
  }

  #differs(weights: Float64Array): boolean {
    for (let i = 0; i < this.#morphs.length; i++) {
      if (weights[this.#morphs[i]] !== this.#applied[i]) return true;
    }
    return false;
  }

  #reset(material: number): void {
    const start = MATERIAL_VALUES * material;
    for (let i = start; i < start + MATERIAL_VALUES; i++) this.values[i] = this.#base[i];
  }

  #multiply({ morph, first, end, adds, values }: MorphedMaterial, weights: Float64Array): void {
    const weight = weights[morph];
    if (adds || weight === 0) return;
    for (let start = MATERIAL_VALUES * first; start < MATERIAL_VALUES * end; start += MATERIAL_VALUES) {
      for (let i = 0; i < MORPH_VALUES; i++) this.values[start + i] *= 1 + (values[i] - 1) * weight;
    }
  }

  #add({ morph, first, end, adds, values }: MorphedMaterial, weights: Float64Array): void {
    const weight = weights[morph];
    if (!adds || weight === 0) return;
    for (let start = MATERIAL_VALUES * first; start < MATERIAL_VALUES * end; start += MATERIAL_VALUES) {
      for (let i = 0; i < FIRST_TINT; i++) this.values[start + i] += values[i] * weight;
      const tints = start + MATERIAL_VALUE.textureAdd - FIRST_TINT;
      for (let i = FIRST_TINT; i < MORPH_VALUES; i++) this.values[tints + i] += values[i] * weight;
    }
  }
}

function baseValues(material: PmxMaterial): number[] {
  const { diffuse, specular, specularPower, ambient, edgeColor, edgeSize } = material;
  const look = [...diffuse, ...specular, specularPower, ...ambient, ...edgeColor, edgeSize].map(finite);
  const tints = [...Array<number>(12).fill(1), ...Array<number>(12).fill(0)];
  return [...look, ...tints];
}

function entriesOf(
  { materials, operations, values }: PmxMaterialMorph,
  morph: number,
  materialCount: number,
): MorphedMaterial[] {
  return Array.from(materials).flatMap((material, i) => {
    if (material < -1 || material >= materialCount) return [];
    const [first, end] = material === -1 ? [0, materialCount] : [material, material + 1];
    const own = values.slice(MORPH_VALUES * i, MORPH_VALUES * (i + 1)).map(finite);
    return { morph, first, end, adds: operations[i] === 1, values: own };
  });
}

/**
 * Limit for materials times entries, above that of any real model: a file must not keep a page busy for
 * seconds.
 */
const MAX_WORK = 200_000;

/** Leaves out the entries beyond the limit. */
function limitWork(morphed: readonly MorphedMaterial[]): MorphedMaterial[] {
  let work = 0;
  return morphed.filter(({ first, end }) => (work += end - first) <= MAX_WORK);
}
