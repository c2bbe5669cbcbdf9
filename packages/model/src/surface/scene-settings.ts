import { type Color, type RGB, SRGBColorSpace, Vector4 } from 'three';

/**
 * What all materials of one model share where the scene lights them, see `ModelSurface`. A material that is
 * drawn reads them.
 */
export interface SceneSettings {
  /** r g b, gamma encoded, in place of the last colors of the toons if `w` is 1. */
  readonly shadeColor: { readonly value: Vector4 };
  /** The cosine of normal and light from which on a surface is fully lit. */
  readonly rampSoftness: { value: number };
  /** A factor of the light of `scene.environment`. */
  readonly environmentShare: { value: number };
  /** The strength of the light along contours. */
  readonly rim: { value: number };
  /** Called while a material is drawn in a scene with rect area lights, which do not light it. */
  readonly noteAreaLight: () => void;
}

/** MMD's ramp is 3 · cosine. */
const MMD_SOFTNESS = 1 / 3;
/** A ramp that begins and ends at once would have ragged borders. */
const HARDEST = 0.01;

export function createSceneSettings(noteAreaLight: () => void): SceneSettings {
  return {
    shadeColor: { value: new Vector4(0, 0, 0, 0) },
    rampSoftness: { value: MMD_SOFTNESS },
    environmentShare: { value: 1 },
    rim: { value: 0 },
    noteAreaLight,
  };
}

/** Gives all toons a last color, or their own. */
export function setShadeColor({ shadeColor }: SceneSettings, color: Color | undefined): void {
  colorOrNone(shadeColor.value, color);
}

/** `softness`: from 0, which gives a border that is as sharp as it can be without steps, to 1. */
export function setRampSoftness({ rampSoftness }: SceneSettings, softness: number): void {
  rampSoftness.value = Math.min(Math.max(softness, HARDEST), 1);
}

/** Writes r g b, gamma encoded, and 1; or zeros. */
export function colorOrNone(to: Vector4, color: Color | undefined): void {
  const { r, g, b } = color?.getRGB({ ...BLACK }, SRGBColorSpace) ?? BLACK;
  to.set(r, g, b, color ? 1 : 0);
}

const BLACK: RGB = { r: 0, g: 0, b: 0 };
