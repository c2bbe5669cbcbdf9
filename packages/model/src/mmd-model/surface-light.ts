import type { Color } from 'three';
import { checkGlow, type Glow } from '../look/glow.js';
import {
  type LightStrength,
  readLightStrength,
  type ShadowBorders,
  writeLightRange,
} from '../look/mmd-look.js';
import { type SceneSettings, setRampSoftness, setShadeColor } from '../surface/scene-settings.js';
import type { LookSettings } from '../surface/surface-kit.js';

/** What light does to a model: in MMD's looks, and in the look `'scene'`. */
export abstract class SurfaceLight {
  readonly #look: LookSettings;
  readonly #scene: SceneSettings;
  #glow: Glow = 'auto';
  #shadeColor: Color | undefined;

  /** @internal */
  constructor(settings: LookSettings) {
    this.#look = settings;
    this.#scene = settings.scene;
  }

  /** See {@link ModelOptions.shadows}. */
  get shadows(): ShadowBorders {
    return this.#look.softShadows.value ? 'three' : 'mmd';
  }

  set shadows(shadows: ShadowBorders) {
    this.#look.softShadows.value = shadows === 'three';
  }

  /**
   * See {@link ModelOptions.glow}.
   *
   * @throws RangeError if it is set to another word, or to a number below 0.
   */
  get glow(): Glow {
    return this.#glow;
  }

  set glow(glow: Glow) {
    checkGlow(glow);
    this.#glow = glow;
  }

  /** See {@link ModelOptions.lightStrength}. @throws RangeError if it is a number below 0, or not finite. */
  get lightStrength(): LightStrength {
    return readLightStrength(this.#look.lightRange.value);
  }

  set lightStrength(strength: LightStrength) {
    writeLightRange(this.#look.lightRange.value, strength);
  }

  /**
   * The color of the side that no light reaches, in place of the last colors of the toons: white for none,
   * black for real darkness. Set it anew to change it. Only for the look `'scene'`.
   */
  get shadeColor(): Color | undefined {
    return this.#shadeColor?.clone();
  }

  set shadeColor(color: Color | undefined) {
    this.#shadeColor = color?.clone();
    setShadeColor(this.#scene, color);
  }

  /**
   * How wide the border between light and shade is: the cosine of normal and light from which on a surface is
   * fully lit. From 0, a sharp border, to 1, as soft as on other objects; 1/3 as in MMD. Only for the look
   * `'scene'`.
   */
  get rampSoftness(): number {
    return this.#scene.rampSoftness.value;
  }

  set rampSoftness(softness: number) {
    setRampSoftness(this.#scene, softness);
  }

  /**
   * How much of the light of `scene.environment` counts, also in highlights: 1 as for other objects, 0 for
   * none. Only for the look `'scene'`.
   */
  get environmentShare(): number {
    return this.#scene.environmentShare.value;
  }

  set environmentShare(share: number) {
    this.#scene.environmentShare.value = share;
  }

  /**
   * The strength of a bright line along contours, where light reaches them: 0 for none, the default; 1 for as
   * much as the light. It has the color of the light. Only for the look `'scene'`.
   */
  get rim(): number {
    return this.#scene.rim.value;
  }

  set rim(strength: number) {
    this.#scene.rim.value = strength;
  }

  /** Takes over the settings of another one. @internal */
  protected copyLight(from: SurfaceLight): void {
    this.shadeColor = from.shadeColor;
    this.rampSoftness = from.rampSoftness;
    this.environmentShare = from.environmentShare;
    this.rim = from.rim;
  }
}
