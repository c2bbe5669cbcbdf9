import { MMD_LIGHT } from '@odori/format';
import { DirectionalLight, SRGBColorSpace, Vector3 } from 'three';

/** The colour of the light of a new MMD project: its red, green and blue are equal. Gamma encoded. */
export const MMD_LIGHT_COLOR: number = MMD_LIGHT.color[0];

/**
 * The direction towards that light, in three's space: the opposite of the light direction in files, (−0.5, −1, 0.5) in
 * MMD's space.
 */
export const MMD_LIGHT_DIRECTION: Vector3 = /* @__PURE__ */ new Vector3(0.5, 1, 0.5).normalize();

/**
 * Which of MMD's two looks a model has. MMD draws the shaded one where self shadow is on, and the plain one where it is off.
 *
 * `'auto'` is shaded if the light of the scene casts shadows (`renderer.shadowMap.enabled` and `light.castShadow`) and the
 * model's mesh receives them (`receiveShadow`).
 */
export type Look = 'auto' | 'shaded' | 'plain';

/** The numbers of looks in shaders. */
export const LOOKS: Readonly<Record<Look, number>> = { auto: 0, shaded: 1, plain: 2 };

/** The borders of cast shadows: hard as in MMD, or as three's filter and the light's `shadow.radius` make them. */
export type ShadowBorders = 'mmd' | 'three';

/** The alpha of the ground shadow, whose colour is that of the light. */
export const GROUND_SHADOW_ALPHA: number = 166 / 255;
/** The height of the ground shadow above the ground, in MMD units. */
export const GROUND_SHADOW_HEIGHT = 0.1;

/**
 * The width of an edge of size 1 and scale 1: `EDGE_WIDTH · D · (EDGE_BASE + EDGE_FOV · fov)` with the field of view in degrees and
 * the distance D from the eye to the second bone of the file. The same for the whole model, also in orthographic views.
 *
 * Measured on MMD with 11 cameras at distances of 10 to 200 and fields of view of 5° to 60°: the ratio is 1.0000.
 */
export const EDGE_WIDTH = 0.0009;
export const EDGE_BASE = 0.05;
export const EDGE_FOV = 0.03;

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
