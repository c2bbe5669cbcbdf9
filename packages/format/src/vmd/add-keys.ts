import { type Column, withLength } from '../binary/growing-column.js';
import { encodeCp932 } from '../text/encode-cp932.js';
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
import { intern } from './name-index.js';
import type { Vmd } from './vmd.js';

/*
 * Each adds a key at the end of its section, in O(1) on average, and throws a RangeError for a frame that is not a
 * whole number from 0 to 2³² − 1, a vector of another length or a curve value that is no byte.
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
  bones.frames = pushed(bones.frames, i, [checkedFrame(key.frame)]);
  bones.positions = pushed(bones.positions, i, vector('position', position, 3));
  bones.rotations = pushed(bones.rotations, i, vector('rotation', rotation, 4));
  bones.curves = pushed(bones.curves, i, curveValues(curves, ['x', 'y', 'z', 'rotation']));
  bones.physics = pushed(bones.physics, i, [physics ? 1 : 0]);
  bones.nameIndex = pushed(bones.nameIndex, i, [intern(bones.names, key.name)]);
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
  morphs.nameIndex = pushed(morphs.nameIndex, i, [intern(morphs.names, key.name)]);
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
  cameras.frames = pushed(cameras.frames, i, [checkedFrame(key.frame)]);
  cameras.distances = pushed(cameras.distances, i, [distance]);
  cameras.targets = pushed(cameras.targets, i, vector('target', target, 3));
  cameras.rotations = pushed(cameras.rotations, i, vector('rotation', rotation, 3));
  cameras.curves = pushed(
    cameras.curves,
    i,
    curveValues(curves, ['x', 'y', 'z', 'rotation', 'distance', 'fov']),
  );
  cameras.fovs = pushed(cameras.fovs, i, [whole('fov', fov, 0xffffffff)]);
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
  lights.frames = pushed(lights.frames, i, [checkedFrame(key.frame)]);
  lights.colors = pushed(lights.colors, i, vector('color', color, 3));
  lights.directions = pushed(lights.directions, i, vector('direction', direction, 3));
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
  selfShadows.frames = pushed(selfShadows.frames, i, [checkedFrame(key.frame)]);
  selfShadows.modes = pushed(selfShadows.modes, i, [whole('mode', mode, 0xff)]);
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
  let end = properties.ikStarts[i]!;
  for (const { name, enabled } of ik) {
    properties.ikNameIndex = pushed(properties.ikNameIndex, end, [intern(properties.names, name)]);
    properties.ikEnabled = pushed(properties.ikEnabled, end, [enabled ? 1 : 0]);
    end++;
  }
  properties.frames = pushed(properties.frames, i, [checkedFrame(key.frame)]);
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
  vmd.modelName = { text: CAMERA_MODEL_NAME, bytes: encodeCp932(CAMERA_MODEL_NAME).bytes };
}

function checkedFrame(frame: number): number {
  return whole('frame', frame, 0xffffffff);
}

function whole(what: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new RangeError(`${what} must be a whole number from 0 to ${most}, not ${value}`);
}

function vector(what: string, values: readonly number[], length: number): readonly number[] {
  if (values.length === length) return values;
  throw new RangeError(`${what} must have ${length} numbers, not ${values.length}`);
}

/** One curve for all channels, or by name; four values a channel. */
function curveValues<C extends string>(
  curves: Curve | Partial<Record<C, Curve>>,
  channels: readonly C[],
): readonly number[] {
  return channels.flatMap((channel) => {
    const curve = isCurve(curves) ? curves : (curves[channel] ?? LINEAR_CURVE);
    return vector('a curve', curve, 4).map((value) => whole('a curve value', value, 0xff));
  });
}

function isCurve(curves: object): curves is Curve {
  return Array.isArray(curves);
}
