import type { PmxMaterial } from '@odori/format';
import { finite } from '@odori/runtime/internal';
import { Color, SRGBColorSpace, Vector4 } from 'three';
import { MMD_LIGHT_COLOR } from '../look/mmd-look.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';

/**
 * What material morphs and the opacity make of a material of the page: factors of its color, linear, and of
 * its alpha. A uniform.
 */
export class PageTint {
  readonly value: Vector4 = new Vector4(1, 1, 1, 1);
  /** The color and the alpha of the file. */
  readonly #color: Color;
  readonly #alpha: number;

  constructor(material: PmxMaterial) {
    this.#color = litColor(material);
    this.#alpha = shown(finite(material.diffuse[3]));
  }

  /** See {@link MATERIAL_VALUE}. Allocates nothing. */
  write(values: Float32Array, start: number, opacity: number): void {
    const { r, g, b } = this.#color;
    const diffuse = start + MATERIAL_VALUE.diffuse;
    setLit(now, values, diffuse, values, start + MATERIAL_VALUE.ambient);
    this.value.set(ratio(now.r, r), ratio(now.g, g), ratio(now.b, b), 1);
    const alpha = shown(values[diffuse + 3]);
    // where the file hides a material that a morph shows, its alpha is that of the morph
    this.value.w = (this.#alpha > 0 ? alpha / this.#alpha : alpha) * opacity;
  }
}

/** The color of a material in MMD's default light, without its textures. */
export function litColor({ diffuse, ambient }: PmxMaterial): Color {
  return setLit(new Color(), diffuse.map(finite), 0, ambient.map(finite), 0);
}

function setLit(
  color: Color,
  diffuse: ArrayLike<number>,
  atDiffuse: number,
  ambient: ArrayLike<number>,
  atAmbient: number,
): Color {
  const r = ambient[atAmbient] + diffuse[atDiffuse] * MMD_LIGHT_COLOR;
  const g = ambient[atAmbient + 1] + diffuse[atDiffuse + 1] * MMD_LIGHT_COLOR;
  const b = ambient[atAmbient + 2] + diffuse[atDiffuse + 2] * MMD_LIGHT_COLOR;
  return color.setRGB(shown(r), shown(g), shown(b), SRGBColorSpace);
}

function shown(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

/** Black stays what the page made of it. */
function ratio(value: number, of: number): number {
  return of > 0 ? value / of : 1;
}

const now = /* @__PURE__ */ new Color();
