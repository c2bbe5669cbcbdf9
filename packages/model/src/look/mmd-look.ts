import { MMD_LIGHT } from '@odori/format/internal';
import { MmdShadow } from '@odori/runtime';
import { checkedNotNegative } from '@odori/runtime/internal';
import { Color, DirectionalLight, SRGBColorSpace, type Vector2, Vector3 } from 'three';

/** The colour of the light of a new MMD project: its red, green and blue are equal. Gamma encoded. */
export const MMD_LIGHT_COLOR: number = MMD_LIGHT.color[0];

/**
 * The direction towards that light, in three's space: the opposite of the light direction in files, (−0.5,
 * −1, 0.5) in MMD's space.
 */
export const MMD_LIGHT_DIRECTION: Vector3 = /* @__PURE__ */ new Vector3(0.5, 1, 0.5).normalize();

/**
 * Which of MMD's two looks a model has, or whether the scene lights it. MMD draws the shaded one where self
 * shadow is on, and the plain one where it is off.
 *
 * `'auto'` is shaded if the light of the scene casts shadows (`renderer.shadowMap.enabled` and
 * `light.castShadow`) and the model's mesh receives them (`receiveShadow`).
 *
 * `'scene'`: MMD's toons, textures, sphere maps and edges in all lights of the scene and its environment,
 * tone mapped as other objects are. A white directional light with an intensity of π gives the colors of
 * `'shaded'` in MMD's default light.
 */
export type Look = 'auto' | 'shaded' | 'plain' | 'scene';

/** The numbers of looks in shaders. Materials of `'scene'` have shaders of their own. */
export const LOOKS: Readonly<Record<Look, number>> = { auto: 0, shaded: 1, plain: 2, scene: 3 };

/**
 * The borders of cast shadows: hard as in MMD, or as three's filter and the light's `shadow.radius` make
 * them.
 */
export type ShadowBorders = 'mmd' | 'three';

/**
 * How strong the light of the scene is for models in MMD's looks. It is linear, as the `intensity` of three's
 * lights: the greatest of the red, green and blue of `color · intensity`. Direction and hue are always the
 * light's.
 *
 * - `'mmd'`: as it is. MMD's own light is a grey of 0.32; a white light of intensity 1 or 3 makes skin white.
 * - `'scene'`: at most 0.32, for scenes that are lit for three's own materials.
 * - a number: that, whatever the intensity. A light of strength 0 stays off.
 */
export type LightStrength = 'mmd' | 'scene' | number;

/** The strength of {@link MMD_LIGHT_COLOR}. */
export const MMD_LIGHT_STRENGTH: number = /* @__PURE__ */ new Color().setRGB(
  MMD_LIGHT_COLOR,
  0,
  0,
  SRGBColorSpace,
).r;

/** The greatest strength with `'mmd'`. Shaders see by it that MMD's rules are meant. */
const ANY_STRENGTH = 1e30;
/** In shaders: strengths above this are {@link ANY_STRENGTH}. */
export const MMD_RULES_ABOVE = 1e29;

/** What shaders get for a strength: the least and the greatest one. */
export function writeLightRange(out: Vector2, strength: LightStrength): void {
  if (strength === 'mmd') out.set(0, ANY_STRENGTH);
  else if (strength === 'scene') out.set(0, MMD_LIGHT_STRENGTH);
  else out.setScalar(checkedNotNegative('lightStrength', strength));
}

/** The strength that {@link writeLightRange} wrote. */
export function readLightStrength({ x, y }: Vector2): LightStrength {
  if (y === ANY_STRENGTH) return 'mmd';
  return x === y ? y : 'scene';
}

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
