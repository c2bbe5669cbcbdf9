import { MMD_LIGHT } from '@odori/format';
import { DirectionalLight, SRGBColorSpace, Vector3 } from 'three';

/** The colour of the light of a new MMD project: its red, green and blue are equal. Gamma encoded. */
export const MMD_LIGHT_COLOR: number = MMD_LIGHT.color[0];

/**
 * The direction towards that light, in three's space: the opposite of the light direction in files, (−0.5, −1, 0.5) in
 * MMD's space.
 */
export const MMD_LIGHT_DIRECTION: Vector3 = /* @__PURE__ */ new Vector3(0.5, 1, 0.5).normalize();

/** The brightness of the ground shadow, gamma encoded: as MMD draws it on white. */
export const GROUND_SHADOW_SHADE: number = 189 / 255;

/**
 * The width of an edge of size 1 and scale 1 in MMD, as a fraction of the picture's height. It does not depend on the
 * distance.
 *
 * Measured on pictures of MMD at distances of 9 to 45 and fields of view of 30° to 40°: the fraction that agrees with
 * most pixels of a picture is 0.0014 to 0.0017 in all of them. That is a little more than one pixel in a picture 740
 * pixels high.
 */
export const EDGE_WIDTH = 0.0016;

/**
 * The light of a new MMD project, for which authors design their models; 100 units away, without a shadow.
 *
 * Models use the first directional light of the scene, and this light's values if the scene has none. three sorts lights
 * that cast shadows before those that do not.
 *
 * @example
 * const light = createMmdLight();
 * scene.add(light);
 * new MotionLight(motion, light).sample(frame); // a motion drives it
 */
export function createMmdLight(): DirectionalLight {
  const light = new DirectionalLight();
  light.color.setRGB(MMD_LIGHT_COLOR, MMD_LIGHT_COLOR, MMD_LIGHT_COLOR, SRGBColorSpace);
  light.position.copy(MMD_LIGHT_DIRECTION).multiplyScalar(100);
  return light;
}

/** Distance from the centre of the scene within which objects cast and receive shadows, in MMD units. */
const SHADOW_DISTANCE = 40;
/** Pixels. */
const SHADOW_MAP_SIZE = 2048;

/** MMD's light with a shadow map that covers the centre of a scene. A motion sets its direction. `unit`: size of an MMD unit. */
export function createSceneLight(unit: number): DirectionalLight {
  const light = createMmdLight();
  const { camera, mapSize } = light.shadow;
  light.position.multiplyScalar(unit);
  camera.left = camera.bottom = -SHADOW_DISTANCE * unit;
  camera.right = camera.top = SHADOW_DISTANCE * unit;
  camera.near = unit;
  camera.far = 200 * unit;
  mapSize.set(SHADOW_MAP_SIZE, SHADOW_MAP_SIZE);
  light.shadow.radius = 2;
  light.shadow.normalBias = 0.06 * unit;
  return light;
}
