import { MMD_LIGHT } from '@odori/format/internal';
import { MmdShadow } from '@odori/runtime';
import { DirectionalLight, SRGBColorSpace, Vector3 } from 'three';

/** The colour of the light of a new MMD project: its red, green and blue are equal. Gamma encoded. */
export const MMD_LIGHT_COLOR: number = MMD_LIGHT.color[0];

/**
 * The direction towards that light, in three's space: the opposite of the light direction in files, (−0.5,
 * −1, 0.5) in MMD's space.
 */
export const MMD_LIGHT_DIRECTION: Vector3 = /* @__PURE__ */ new Vector3(0.5, 1, 0.5).normalize();

/**
 * Which of MMD's two looks a model has. MMD draws the shaded one where self shadow is on, and the plain one
 * where it is off.
 *
 * `'auto'` is shaded if the light of the scene casts shadows (`renderer.shadowMap.enabled` and
 * `light.castShadow`) and the model's mesh receives them (`receiveShadow`).
 */
export type Look = 'auto' | 'shaded' | 'plain';

/** The numbers of looks in shaders. */
export const LOOKS: Readonly<Record<Look, number>> = { auto: 0, shaded: 1, plain: 2 };

/**
 * The borders of cast shadows: hard as in MMD, or as three's filter and the light's `shadow.radius` make
 * them.
 */
export type ShadowBorders = 'mmd' | 'three';

/** The alpha of a model's ground shadow, whose colour is that of the light. */
export const GROUND_SHADOW_ALPHA: number = 166 / 255;
/** That of an accessory. */
export const ACCESSORY_SHADOW_ALPHA = 0.7;
/** The height of the ground shadow above the ground, in MMD units. */
export const GROUND_SHADOW_HEIGHT = 0.1;

/**
 * The width of an edge of size 1 and scale 1: `EDGE_WIDTH · D · (EDGE_BASE + EDGE_FOV · fov)` with the field
 * of view in degrees and the distance D from the eye to the second bone of the file. The same for the whole
 * model, also in orthographic views of a motion's camera. In other orthographic views, whose eye may be
 * anywhere, D is 16/9 of the height of the picture, and fov 30.
 *
 * Measured on MMD with 11 cameras at distances of 10 to 200 and fields of view of 5° to 60°: the ratio is
 * 1.0000.
 */
export const EDGE_WIDTH = 0.0009;
export const EDGE_BASE = 0.05;
export const EDGE_FOV = 0.03;

/**
 * The light of a new MMD project, for which authors design their models; 100 units away. Self shadow is on,
 * with MMD's own shadow map: it shows once `renderer.shadowMap.enabled` is true, and models then have MMD's
 * shaded look. `castShadow = false` turns it off.
 *
 * Models use the first directional light of the scene, and this light's values if the scene has none. three
 * sorts lights that cast shadows before those that do not. Three's own materials, such as those of VRM
 * avatars, are nearly black in this light alone: add a light from the front and an `AmbientLight`, which
 * models do not see.
 *
 * `unit`: size of an MMD unit in your scene.
 *
 * @throws RangeError if `unit` is not a finite number above 0.
 * @example
 * const light = createMmdLight();
 * scene.add(light);
 * new MotionLight(motion, light).sample(frame); // a motion drives it
 */
export function createMmdLight({ unit = 1 }: { readonly unit?: number } = {}): DirectionalLight {
  const light = new DirectionalLight();
  light.color.setRGB(MMD_LIGHT_COLOR, MMD_LIGHT_COLOR, MMD_LIGHT_COLOR, SRGBColorSpace);
  light.position.copy(MMD_LIGHT_DIRECTION).multiplyScalar(100 * unit);
  light.castShadow = true;
  light.shadow.mapSize.set(SHADOW_MAP_SIZE, SHADOW_MAP_SIZE);
  MmdShadow.give(light, unit);
  const { camera } = light.shadow; // for versions of three that cannot have MMD's map
  camera.left = camera.bottom = -SHADOW_DISTANCE * unit;
  camera.right = camera.top = SHADOW_DISTANCE * unit;
  camera.near = unit;
  camera.far = 200 * unit;
  return light;
}

/** Pixels. */
const SHADOW_MAP_SIZE = 2048;
/** In MMD units. */
const SHADOW_DISTANCE = 44;
