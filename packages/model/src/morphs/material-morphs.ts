import type { PmxMaterial, PmxMaterialMorph, PmxMorph } from '@odori/format';

/*
 * What a material looks like, as 40 numbers: the 28 of a PMX material morph, where the tints of texture, sphere map and
 * toon are split into what multiplies and what is added, 4 each.
 */

/** Where in a material's numbers a property begins. Colours are gamma encoded, as in the file. */
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

/** Numbers of a material. */
export const MATERIAL_VALUES = 40;
/** Those that a morph has. */
const MORPH_VALUES = 28;
const FIRST_TINT = MATERIAL_VALUE.textureMultiply;

/** What one morph does to one material, or to all: with what weight 1 multiplies it, or what it adds. */
interface MorphedMaterial {
  readonly morph: number;
  /** From `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  readonly adds: boolean;
  /** 28. */
  readonly values: Float32Array;
}

/**
 * The look of all materials under the weights of morphs.
 *
 * Multiplying morphs first, then adding ones, so that their order does not matter: `base · Π(1 + (m − 1)·w) + Σ a·w`.
 */
export class MaterialMorphs {
  /** `40 * materials`, see {@link MATERIAL_VALUE}. */
  readonly values: Float32Array;
  /** The materials that any morph is for. */
  readonly morphedMaterials: readonly number[];
  readonly #base: Float32Array;
  readonly #morphed: readonly MorphedMaterial[];
  readonly #morphs: readonly number[];
  readonly #applied: Float64Array;

  constructor(materials: readonly PmxMaterial[], morphs: readonly PmxMorph[]) {
    this.#base = Float32Array.from(materials.flatMap(baseValues));
    this.values = this.#base.slice();
    this.#morphed = bounded(
      morphs.flatMap((morph, index) =>
        morph.type === 'material' ? whatIsMorphed(morph, index, materials.length) : [],
      ),
    );
    const isMorphed = new Uint8Array(materials.length);
    for (const { first, end } of this.#morphed) isMorphed.fill(1, first, end);
    this.morphedMaterials = [...materials.keys()].filter((material) => isMorphed[material] === 1);
    this.#morphs = [...new Set(this.#morphed.map(({ morph }) => morph))];
    this.#applied = new Float64Array(this.#morphs.length);
  }

  /** Applies weights, one for each morph of the model. Did any of `morphedMaterials` change? Allocates nothing. */
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

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

function whatIsMorphed(
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

/** Of all entries together, more than any model has: a file must not keep a page busy for seconds. */
const MOST_WORK = 200_000;

/** What goes beyond is left out. */
function bounded(morphed: readonly MorphedMaterial[]): MorphedMaterial[] {
  let work = 0;
  return morphed.filter(({ first, end }) => (work += end - first) <= MOST_WORK);
}
