import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import { type Color, DoubleSide, FrontSide, type Material, type Side } from 'three';
import { litColor } from '../surface/page-tint.js';
import type { MaterialTextures } from '../textures/page-textures.js';

/**
 * A material of a model's file, with what a material of three.js takes of it: see
 * {@link ModelOptions.material}.
 *
 * The textures decode colors (sRGB). They are white until their images have loaded, and stay so where a file
 * is missing. The model disposes of them.
 */
export interface FileMaterial extends PmxMaterial, MaterialTextures {
  /** In `model.mesh.material`, which is that of the file. */
  readonly index: number;
  /** Its color in MMD's default light, without textures. */
  readonly color: Color;
  /** `DoubleSide` if the file says that its back is drawn. */
  readonly side: Side;
}

/** Makes a material of the page's own for one of a model's; undefined: MMD's. */
export type MakeMaterial = (material: FileMaterial) => Material | null | undefined;

const USED = /* @__PURE__ */ new WeakSet<Material>();

/**
 * Asks a page for its materials, which are then used until {@link releaseMaterial}.
 *
 * @throws TypeError if the page gives the same one for two materials, or one that a model uses: each has
 * tints of its own.
 */
export function makeMaterials(
  make: MakeMaterial,
  materials: readonly PmxMaterial[],
  texturesOf: (material: number) => MaterialTextures,
): (Material | undefined)[] {
  const made = materials.map((material, index) => {
    const side = (material.flags & PMX_MATERIAL.doubleSided) === 0 ? FrontSide : DoubleSide;
    return make({ ...material, ...texturesOf(index), index, side, color: litColor(material) }) ?? undefined;
  });
  made.forEach((own, i) => {
    if (!own || (made.indexOf(own) === i && !USED.has(own))) return;
    const other = USED.has(own) ? 'another model' : `material ${made.indexOf(own)}`;
    throw new TypeError(
      `the option material gave one Material for material ${i} ('${materials[i].name}') and for ${other}: ` +
        'return a new one, or a clone(), for each',
    );
  });
  for (const own of made) if (own) USED.add(own);
  return made;
}

export function releaseMaterial(material: Material): void {
  USED.delete(material);
}
