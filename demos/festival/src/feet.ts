import type { StageView } from '@odori/element';
import { Vector3 } from 'three';

const ANKLES = ['左足首', '右足首'];
/** Where a foot without bones would be: too high for a shadow. */
const NO_FOOT = 1e3;
/**
 * Just above MMD's ground shadow, which lies on an endless plane: a floor that ends draws only depth there,
 * around it, so that no shadow hangs in the air.
 */
const MASK_HEIGHT = 0.16;

/** The soft shadows of the dancer's feet on a floor at y = 0. */
export class Feet {
  /** For {@link FOOT_SHADE}. */
  readonly places: readonly Vector3[] = [new Vector3(0, NO_FOOT, 0), new Vector3(0, NO_FOOT, 0)];
  /** How dark shadows are, from 0 to 1. */
  shadow = 0;
  /** Where depth is drawn around the floor. */
  maskHeight: number = MASK_HEIGHT;
  #model: StageView['model'];
  #ankles: readonly number[] = [];

  /** Follows the feet, and shows the floor through the ground shadows of all dancers. Allocates nothing. */
  update({ model, models }: StageView): void {
    if (model !== this.#model) this.#meet(model);
    let scale = 1;
    for (let i = 0; i < models.length; i++) {
      const { root, surface } = models[i];
      scale = Math.max(scale, root.scale.y);
      surface.groundShadowBrightness = 0;
      surface.groundShadowOpacity = 0.8 * this.shadow;
    }
    this.maskHeight = MASK_HEIGHT * scale;
    if (!model) return;
    for (let i = 0; i < this.#ankles.length; i++) {
      this.places[i]
        .fromArray(model.rig.worldPositions, 3 * this.#ankles[i])
        .applyMatrix4(model.root.matrixWorld);
    }
  }

  #meet(model: StageView['model']): void {
    this.#model = model;
    this.#ankles = model ? ANKLES.map((name) => model.rig.boneIndex(name)).filter((index) => index >= 0) : [];
    for (const foot of this.places) foot.set(0, NO_FOOT, 0);
  }
}

/** `footShade(place)`: how bright the floor is at x and z, from 0 to 1. */
export const FOOT_SHADE = /* glsl */ `
uniform vec3 feet[2];
uniform float shadow;
float footShade(vec2 place) {
  float shade = 1.0;
  for (int i = 0; i < 2; i++) {
    vec2 off = place - feet[i].xz - vec2(0.0, 0.35);
    float height = max(feet[i].y - 0.9, 0.0);
    float wide = 1.15 + 0.5 * height;
    shade *= 1.0 - shadow * 0.9 * exp(-dot(off, off) / (wide * wide)) / (1.0 + 1.4 * height * height);
  }
  return shade;
}
`;
