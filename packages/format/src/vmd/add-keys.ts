import { type Column, withLength } from '../columns/growing-column.js';
import { encodeName } from '../text/encode-cp932.js';
import { CAMERA_MODEL_NAME } from './header.js';
import {
  BONE_KEY_DEFAULTS,
  type BoneKey,
  CAMERA_KEY_DEFAULTS,
  type CameraKey,
  type Curve,
  LIGHT_KEY_DEFAULTS,
  type LightKey,
  LINEAR_CURVE,
  type MorphKey,
  type PropertyKey,
  SELF_SHADOW_KEY_DEFAULTS,
  type SelfShadowKey,
} from './key-input.js';
import { internName } from './names.js';
import type { Vmd } from './vmd.js';

/*
 * Each adds a key at the end of its section, in O(1) on average. Numbers are checked before anything is written, so
 * that a key that is refused leaves the document as it was.
 */

/**
 * Adds a bone key: by default at rest, reached in a straight line.
 *
 * @throws RangeError if a number is out of its range.
 * @example
 * addBoneKey(vmd, { name: '頭', frame: 15, rotation: [0, 0.2588, 0, 0.9659], curves: [64, 0, 64, 127] });
 * vmd.bones.count; // → 1
 */
export function addBoneKey(vmd: Vmd, key: BoneKey): void {
  const {
    position = BONE_KEY_DEFAULTS.position,
    rotation = BONE_KEY_DEFAULTS.rotation,
    curves = BONE_KEY_DEFAULTS.curves,
    physics = BONE_KEY_DEFAULTS.physics,
  } = key;
  const { bones } = vmd;
  const i = bones.count;
  const frame = checkedFrame(key.frame);
  const values = curveValues(curves, ['x', 'y', 'z', 'rotation']);
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

/**
 * Adds a morph key.
 *
 * @throws RangeError if a number is out of its range.
 * @example
 * addMorphKey(vmd, { name: 'まばたき', frame: 3, weight: 1 }); // a blink, closed at a tenth of a second
 */
export function addMorphKey(vmd: Vmd, key: MorphKey): void {
  const { morphs } = vmd;
  const i = morphs.count;
  morphs.frames = pushed(morphs.frames, i, [checkedFrame(key.frame)]);
  morphs.weights = pushed(morphs.weights, i, [key.weight]);
  morphs.nameIndex = pushed(morphs.nameIndex, i, [internName(morphs.names, key.name)]);
  morphs.count++;
}

/**
 * Adds a camera key: by default where MMD's camera stands in a new project.
 *
 * A document without a model name becomes a camera motion (カメラ・照明), which MMD asks for.
 *
 * @throws RangeError if a number is out of its range.
 * @example
 * addCameraKey(vmd, { frame: 0, distance: -20, target: [0, 16, 0] }); // a close-up
 */
export function addCameraKey(vmd: Vmd, key: CameraKey): void {
  const {
    distance = CAMERA_KEY_DEFAULTS.distance,
    target = CAMERA_KEY_DEFAULTS.target,
    rotation = CAMERA_KEY_DEFAULTS.rotation,
    curves = CAMERA_KEY_DEFAULTS.curves,
    fov = CAMERA_KEY_DEFAULTS.fov,
    perspective = CAMERA_KEY_DEFAULTS.perspective,
  } = key;
  const { cameras } = vmd;
  const i = cameras.count;
  const frame = checkedFrame(key.frame);
  const values = curveValues(curves, ['x', 'y', 'z', 'rotation', 'distance', 'fov']);
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

/**
 * Adds a light key: by default MMD's light. Names the document as {@link addCameraKey} does.
 *
 * @throws RangeError if a number is out of its range.
 */
export function addLightKey(vmd: Vmd, key: LightKey): void {
  const { color = LIGHT_KEY_DEFAULTS.color, direction = LIGHT_KEY_DEFAULTS.direction } = key;
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

/**
 * Adds a self-shadow key: by default MMD's. Names the document as {@link addCameraKey} does.
 *
 * @throws RangeError if a number is out of its range.
 */
export function addSelfShadowKey(vmd: Vmd, key: SelfShadowKey): void {
  const { mode = SELF_SHADOW_KEY_DEFAULTS.mode, distance = SELF_SHADOW_KEY_DEFAULTS.distance } = key;
  const { selfShadows } = vmd;
  const i = selfShadows.count;
  checkWhole('mode', mode, 0xff);
  selfShadows.frames = pushed(selfShadows.frames, i, [checkedFrame(key.frame)]);
  selfShadows.modes = pushed(selfShadows.modes, i, [mode]);
  selfShadows.distances = pushed(selfShadows.distances, i, [distance]);
  selfShadows.count++;
  becomeCameraMotion(vmd);
}

/**
 * Adds a key of the model itself: shown or not, and which of its IK bones are on.
 *
 * @throws RangeError if a number is out of its range.
 * @example
 * addPropertyKey(vmd, { frame: 60, ik: [{ name: '右足ＩＫ', enabled: false }] }); // the right leg moves freely
 */
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

/** The column with one entry more, of as many values as given. */
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

/** One curve for all channels, or by name; four values a channel. */
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
