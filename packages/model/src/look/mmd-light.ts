import { MMD_LIGHT } from '@odori/format';
import { DirectionalLight, SRGBColorSpace, Vector3 } from 'three';

/** The light of a new MMD project, for scenes that have no directional light: red, green and blue alike, gamma encoded. */
export const MMD_LIGHT_COLOR: number = MMD_LIGHT.color[0];

/** Where it comes from: against its direction in the file, (−0.5, −1, 0.5), in three's space. */
export const MMD_LIGHT_DIRECTION: Vector3 = /* @__PURE__ */ new Vector3(0.5, 1, 0.5).normalize();

/** How bright the shadow on the ground is, gamma encoded: as MMD draws it on white. */
export const GROUND_SHADOW_SHADE: number = 189 / 255;

/**
 * The light of a new MMD project, under which models are made; 100 units away, without a shadow.
 *
 * A scene without a directional light has it anyway. Models take the first one of the scene; three puts those that throw
 * shadows before those that do not.
 *
 * @example
 * const light = createMmdLight();
 * scene.add(light);
 * new MotionLight(motion, light).sample(frame); // let a motion drive it
 */
export function createMmdLight(): DirectionalLight {
  const light = new DirectionalLight();
  light.color.setRGB(MMD_LIGHT_COLOR, MMD_LIGHT_COLOR, MMD_LIGHT_COLOR, SRGBColorSpace);
  light.position.copy(MMD_LIGHT_DIRECTION).multiplyScalar(100);
  return light;
}
