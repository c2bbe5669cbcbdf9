import type { MmdName } from '../text/name.js';
import type { Curve, Quaternion, Vector3 } from '../tuples.js';

/** The channels of a bone key's curves, in the order of a document. */
export const BONE_CHANNELS = ['x', 'y', 'z', 'rotation'] as const;
/** The channels of a camera key's curves, in the order of a document. */
export const CAMERA_CHANNELS = ['x', 'y', 'z', 'rotation', 'distance', 'fov'] as const;

/** A bone key as a program gives it, in MMD's space and units. */
export interface BoneKey {
  name: string | MmdName;
  /** 30 per second, whole. */
  frame: number;
  /** From the rest position. */
  position?: Readonly<Vector3>; // [0, 0, 0]
  rotation?: Quaternion; // [0, 0, 0, 1]
  /** The interpolation from the last key to this one: one curve for all channels, or curves by channel. */
  curves?: Curve | BoneCurves; // LINEAR_CURVE
  /** Is the physics of the bone's rigid bodies on? */
  physics?: boolean; // true
}

/** @inline */
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
  /** From the target to the eye. Negative, as usual: the eye is in front of the target. */
  distance?: number; // -45
  target?: Readonly<Vector3>; // [0, 10, 0]
  /** Radians. */
  rotation?: Readonly<Vector3>; // [0, 0, 0]
  curves?: Curve | CameraCurves; // LINEAR_CURVE
  /** Vertical angle of view in whole degrees. */
  fov?: number; // 30
  perspective?: boolean; // true
}

/** @inline */
export interface CameraCurves extends BoneCurves {
  distance?: Curve;
  fov?: Curve;
}

export interface LightKey {
  frame: number;
  /** 0..1. */
  color?: Readonly<Vector3>; // [0.6015625, 0.6015625, 0.6015625], shown by MMD as 154
  /** The direction in which the light shines. */
  direction?: Readonly<Vector3>; // [-0.5, -1, 0.5]
}

export interface SelfShadowKey {
  frame: number;
  mode?: number; // 1
  /** 0.1 − 0.00001 × the number that MMD shows. */
  distance?: number; // 0.01125, shown by MMD as 8875
}

export interface PropertyKey {
  frame: number;
  visible?: boolean; // true
  /** IK bones by name: on or off. */
  ik?: readonly { name: string | MmdName; enabled: boolean }[]; // none
}
