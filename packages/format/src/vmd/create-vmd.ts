import { type Column, withLength } from '../columns/column.js';
import { LINEAR_CURVE, MMD_CAMERA, MMD_LIGHT, MMD_SELF_SHADOW } from '../mmd-defaults.js';
import { encodeName, type MmdName } from '../text/name.js';
import { CAMERA_MODEL_NAME } from './header.js';
import {
  BONE_CHANNELS,
  type BoneKey,
  CAMERA_CHANNELS,
  type CameraKey,
  type LightKey,
  type MorphKey,
  type PropertyKey,
  type SelfShadowKey,
} from './key-input.js';
import type { Curve } from '../tuples.js';
import { internName } from './names.js';
import { emptyVmd, type Vmd } from './vmd.js';

/** Keys by section. @inline */
interface VmdKeys {
  bones?: readonly BoneKey[];
  morphs?: readonly MorphKey[];
  cameras?: readonly CameraKey[];
  lights?: readonly LightKey[];
  selfShadows?: readonly SelfShadowKey[];
  properties?: readonly PropertyKey[];
}

/** What {@link createVmd} takes: a name and keys, all optional. */
export interface VmdContent extends VmdKeys {
  /** The model that the motion is for. */
  modelName?: string | MmdName; // '', or カメラ・照明 (camera and light) if there are only such keys
  version?: 1 | 2; // 2
}

/**
 * Makes a motion document from key objects; {@link addKeys} adds more. O(keys).
 *
 * @throws RangeError if a frame or a curve value is out of range.
 * @example
 * const nod = createVmd({
 *   modelName: 'Dancer',
 *   bones: [
 *     { name: '頭', frame: 0 },
 *     { name: '頭', frame: 15, rotation: [-0.1305, 0, 0, 0.9914] },
 *     { name: '頭', frame: 30 },
 *   ],
 * });
 * serializeVmd(nod).length; // → 407: a header of 50 bytes, 3 keys of 111, six counts of 4
 */
export function createVmd(content: VmdContent = {}): Vmd {
  const { modelName = '', version = 2 } = content;
  const name = typeof modelName === 'string' ? encodeName(modelName) : modelName;
  const vmd = emptyVmd(name);
  vmd.version = version;
  addKeys(vmd, content);
  return vmd;
}

/**
 * Adds keys to a motion, at the ends of its sections. What a key leaves out is as in a new MMD project: bones
 * at rest with linear curves, MMD's camera and light. A document without a model name that gets only keys of
 * camera, light and self shadow becomes a camera motion: it gets the name カメラ・照明, which MMD requires.
 * O(keys).
 *
 * @throws RangeError if a number is out of range; the keys before it stay.
 * @example
 * addKeys(vmd, {
 *   bones: [{ name: '頭', frame: 15, rotation: [0, 0.2588, 0, 0.9659], curves: [64, 0, 64, 127] }],
 *   morphs: [{ name: 'まばたき', frame: 3, weight: 1 }], // a blink, closed at a tenth of a second
 *   properties: [{ frame: 60, ik: [{ name: '右足ＩＫ', enabled: false }] }], // the right leg moves freely
 * });
 */
export function addKeys(vmd: Vmd, keys: VmdKeys): void {
  for (const key of keys.bones ?? []) addBoneKey(vmd, key);
  for (const key of keys.morphs ?? []) addMorphKey(vmd, key);
  for (const key of keys.properties ?? []) addPropertyKey(vmd, key);
  for (const key of keys.cameras ?? []) addCameraKey(vmd, key);
  for (const key of keys.lights ?? []) addLightKey(vmd, key);
  for (const key of keys.selfShadows ?? []) addSelfShadowKey(vmd, key);
}

/*
 * Each function below adds a key at the end of its section, in O(1) on average. It checks the numbers before
 * it writes any, so that a refused key leaves the document as it was.
 */

/** Adds a bone key, by default at rest with linear curves. */
export function addBoneKey(vmd: Vmd, key: BoneKey): void {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1], curves = LINEAR_CURVE, physics = true } = key;
  const { bones } = vmd;
  const i = bones.count;
  const frame = checkedFrame(key.frame);
  const values = curveValues(curves, BONE_CHANNELS);
  checkLength('position', position, 3);
  checkLength('rotation', rotation, 4);
  bones.frames = pushed(bones.frames, i, [frame]);
  bones.positions = pushed(bones.positions, i, position);
  bones.rotations = pushed(bones.rotations, i, rotation);
  bones.curves = pushed(bones.curves, i, values);
  bones.physics = pushed(bones.physics, i, [physics ? 1 : 0]);
  bones.nameIndex = pushed(bones.nameIndex, i, [internName(bones.names, key.name)]);
  bones.count++;
}

/** Adds a morph key. */
export function addMorphKey(vmd: Vmd, key: MorphKey): void {
  const { morphs } = vmd;
  const i = morphs.count;
  morphs.frames = pushed(morphs.frames, i, [checkedFrame(key.frame)]);
  morphs.weights = pushed(morphs.weights, i, [key.weight]);
  morphs.nameIndex = pushed(morphs.nameIndex, i, [internName(morphs.names, key.name)]);
  morphs.count++;
}

/** Adds a camera key, by default with the camera of a new MMD project. May make it a camera motion. */
export function addCameraKey(vmd: Vmd, key: CameraKey): void {
  const {
    distance = MMD_CAMERA.distance,
    target = MMD_CAMERA.target,
    rotation = MMD_CAMERA.rotation,
    curves = LINEAR_CURVE,
    fov = MMD_CAMERA.fov,
    perspective = MMD_CAMERA.perspective,
  } = key;
  const { cameras } = vmd;
  const i = cameras.count;
  const frame = checkedFrame(key.frame);
  const values = curveValues(curves, CAMERA_CHANNELS);
  checkLength('target', target, 3);
  checkLength('rotation', rotation, 3);
  checkWhole('fov', fov, 0xffffffff);
  cameras.frames = pushed(cameras.frames, i, [frame]);
  cameras.distances = pushed(cameras.distances, i, [distance]);
  cameras.targets = pushed(cameras.targets, i, target);
  cameras.rotations = pushed(cameras.rotations, i, rotation);
  cameras.curves = pushed(cameras.curves, i, values);
  cameras.fovs = pushed(cameras.fovs, i, [fov]);
  cameras.perspective = pushed(cameras.perspective, i, [perspective ? 1 : 0]);
  cameras.count++;
  becomeCameraMotion(vmd);
}

/** Adds a light key, by default with the light of a new MMD project. May make it a camera motion. */
export function addLightKey(vmd: Vmd, key: LightKey): void {
  const { color = MMD_LIGHT.color, direction = MMD_LIGHT.direction } = key;
  const { lights } = vmd;
  const i = lights.count;
  checkLength('color', color, 3);
  checkLength('direction', direction, 3);
  lights.frames = pushed(lights.frames, i, [checkedFrame(key.frame)]);
  lights.colors = pushed(lights.colors, i, color);
  lights.directions = pushed(lights.directions, i, direction);
  lights.count++;
  becomeCameraMotion(vmd);
}

/** Adds a self-shadow key, by default that of a new MMD project. May make it a camera motion. */
export function addSelfShadowKey(vmd: Vmd, key: SelfShadowKey): void {
  const { mode = MMD_SELF_SHADOW.mode, distance = MMD_SELF_SHADOW.distance } = key;
  const { selfShadows } = vmd;
  const i = selfShadows.count;
  checkWhole('mode', mode, 0xff);
  selfShadows.frames = pushed(selfShadows.frames, i, [checkedFrame(key.frame)]);
  selfShadows.modes = pushed(selfShadows.modes, i, [mode]);
  selfShadows.distances = pushed(selfShadows.distances, i, [distance]);
  selfShadows.count++;
  becomeCameraMotion(vmd);
}

/** Adds a key of the model itself: its visibility, and which of its IK bones are on. */
export function addPropertyKey(vmd: Vmd, key: PropertyKey): void {
  const { visible = true, ik = [] } = key;
  const { properties } = vmd;
  const i = properties.count;
  const frame = checkedFrame(key.frame);
  let end = properties.ikStarts[i];
  for (const { name, enabled } of ik) {
    properties.ikNameIndex = pushed(properties.ikNameIndex, end, [internName(properties.names, name)]);
    properties.ikEnabled = pushed(properties.ikEnabled, end, [enabled ? 1 : 0]);
    end++;
  }
  properties.frames = pushed(properties.frames, i, [frame]);
  properties.visible = pushed(properties.visible, i, [visible ? 1 : 0]);
  properties.ikStarts = pushed(properties.ikStarts, i + 1, [end]);
  properties.count++;
}

/** The column with one more entry, which has as many values as given. */
function pushed<T extends Column>(column: T, index: number, values: readonly number[]): T {
  const longer = withLength(column, (index + 1) * values.length);
  longer.set(values, index * values.length);
  return longer;
}

function becomeCameraMotion(vmd: Vmd): void {
  if (vmd.modelName.bytes.length > 0 || vmd.bones.count + vmd.morphs.count + vmd.properties.count > 0) return;
  vmd.modelName = encodeName(CAMERA_MODEL_NAME);
}

function checkedFrame(frame: number): number {
  checkWhole('frame', frame, 0xffffffff);
  return frame;
}

function checkWhole(what: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  throw new RangeError(`${what} must be a whole number from 0 to ${most}, not ${value}`);
}

function checkLength(what: string, values: readonly number[], length: number): void {
  if (values.length === length) return;
  throw new RangeError(`${what} must have ${length} numbers, not ${values.length}`);
}

/** Four values per channel, from one curve for all channels or from curves by channel. */
function curveValues<C extends string>(
  curves: Curve | Partial<Record<C, Curve>>,
  channels: readonly C[],
): readonly number[] {
  return channels.flatMap((channel) => {
    const curve = isCurve(curves) ? curves : (curves[channel] ?? LINEAR_CURVE);
    checkLength('a curve', curve, 4);
    curve.forEach((value) => checkWhole('a curve value', value, 0xff));
    return curve;
  });
}

function isCurve(curves: object): curves is Curve {
  return Array.isArray(curves);
}
