import type { MmdName } from '../text/name.js';

/** Three numbers: x y z, or r g b. */
export type Vector3 = readonly [number, number, number];
/** x y z w. */
export type Quaternion = readonly [number, number, number, number];
/** A bezier curve from (0, 0) to (127, 127) by its two control points: x1 y1 x2 y2, 0..127. */
export type Curve = readonly [number, number, number, number];

/** MMD's straight line. */
export const LINEAR_CURVE: Curve = [20, 20, 107, 107];

/** A bone key as a program says it; MMD's space, units and names. */
export interface BoneKey {
  name: string | MmdName;
  /** 30 a second, whole. */
  frame: number;
  /** From the rest position. */
  position?: Vector3; // [0, 0, 0]
  rotation?: Quaternion; // [0, 0, 0, 1]
  /** The way from the last key to this one: one curve for all channels, or some. */
  curves?: Curve | BoneCurves; // LINEAR_CURVE
  /** Physics of the bone's bodies. */
  physics?: boolean; // true
}

export interface BoneCurves {
  x?: Curve;
  y?: Curve;
  z?: Curve;
  rotation?: Curve;
}

export interface MorphKey {
  name: string | MmdName;
  frame: number;
  /** 0..1. */
  weight: number;
}

export interface CameraKey {
  frame: number;
  /** Negative: the eye stands in front of the target. */
  distance?: number; // -45
  target?: Vector3; // [0, 10, 0]
  /** Radians. */
  rotation?: Vector3; // [0, 0, 0]
  curves?: Curve | CameraCurves; // LINEAR_CURVE
  /** Vertical angle of view in whole degrees. */
  fov?: number; // 30
  perspective?: boolean; // true
}

export interface CameraCurves {
  x?: Curve;
  y?: Curve;
  z?: Curve;
  rotation?: Curve;
  distance?: Curve;
  fov?: Curve;
}

export interface LightKey {
  frame: number;
  /** 0..1. */
  color?: Vector3; // [0.6015625, 0.6015625, 0.6015625], MMD's 154
  /** Where the light shines to. */
  direction?: Vector3; // [-0.5, -1, 0.5]
}

export interface SelfShadowKey {
  frame: number;
  mode?: number; // 1
  /** 0.1 − 0.00001 × the number that MMD shows. */
  distance?: number; // 0.01125, MMD's 8875
}

export interface PropertyKey {
  frame: number;
  visible?: boolean; // true
  /** IK bones by name: on or off. */
  ik?: readonly { name: string | MmdName; enabled: boolean }[]; // none
}

type Defaults<K> = Required<Omit<K, 'name' | 'frame'>>;

export const BONE_KEY_DEFAULTS: Defaults<BoneKey> = {
  position: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  curves: LINEAR_CURVE,
  physics: true,
};
export const CAMERA_KEY_DEFAULTS: Defaults<CameraKey> = {
  distance: -45,
  target: [0, 10, 0],
  rotation: [0, 0, 0],
  curves: LINEAR_CURVE,
  fov: 30,
  perspective: true,
};
export const LIGHT_KEY_DEFAULTS: Defaults<LightKey> = {
  color: [154 / 256, 154 / 256, 154 / 256],
  direction: [-0.5, -1, 0.5],
};
export const SELF_SHADOW_KEY_DEFAULTS: Defaults<SelfShadowKey> = { mode: 1, distance: 0.01125 };
