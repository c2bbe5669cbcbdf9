import { VMD_NAME_BYTES } from '../mmd-defaults.js';

/*
 * Sizes and offsets of the VMD format, in bytes.
 * @see spec: with these, every file of the test corpus is read to its last byte.
 */

export const SIGNATURE_PREFIX = 'Vocaloid Motion Data';
export const SIGNATURES = { 1: 'Vocaloid Motion Data file', 2: 'Vocaloid Motion Data 0002' } as const;
export const SIGNATURE_BYTES = 30;
export const MODEL_NAME_BYTES = { 1: 10, 2: 20 } as const;

/** Each section begins with the number of its records. */
export const COUNT_BYTES = 4;

export const IK_NAME_BYTES = 20;

/** The records of a section: how long they are, and where each field begins. Warnings use these names. */
export interface RecordLayout<F extends string = string> {
  readonly section: string;
  readonly fields: Readonly<Record<F, number>>;
  /** Of property keys, whose length varies: the bytes before the switches. */
  readonly bytes: number;
}

export type BoneField = 'curves' | 'frame' | 'name' | 'position' | 'rotation';
export const BONE: RecordLayout<BoneField> = {
  section: 'bone keys',
  fields: {
    name: 0,
    frame: VMD_NAME_BYTES,
    position: VMD_NAME_BYTES + 4,
    rotation: VMD_NAME_BYTES + 4 + 4 * 3,
    curves: VMD_NAME_BYTES + 4 + 4 * 3 + 4 * 4,
  },
  // name, frame, position x y z, rotation x y z w, curves and physics
  bytes: VMD_NAME_BYTES + 4 + 4 * 3 + 4 * 4 + 64,
};

export type MorphField = 'frame' | 'name' | 'weight';
export const MORPH: RecordLayout<MorphField> = {
  section: 'morph keys',
  fields: { name: 0, frame: VMD_NAME_BYTES, weight: VMD_NAME_BYTES + 4 },
  bytes: VMD_NAME_BYTES + 4 + 4, // name, frame, weight
};

export type CameraField = 'curves' | 'distance' | 'fov' | 'frame' | 'perspectiveOff' | 'rotation' | 'target';
const CAMERA_FIELDS: Readonly<Record<CameraField, number>> = {
  frame: 0,
  distance: 4,
  target: 4 + 4,
  rotation: 4 + 4 + 4 * 3,
  curves: 4 + 4 + 4 * 3 + 4 * 3,
  fov: 4 + 4 + 4 * 3 + 4 * 3 + 24,
  perspectiveOff: 4 + 4 + 4 * 3 + 4 * 3 + 24 + 4,
};
export const CAMERA: RecordLayout<CameraField> = {
  section: 'camera keys',
  fields: CAMERA_FIELDS,
  // frame, distance, target x y z, rotation x y z, curves, fov, perspectiveOff
  bytes: 4 + 4 + 4 * 3 + 4 * 3 + 24 + 4 + 1,
};

/** Version 1: one curve for all channels, and nothing after it. */
export const SHORT_CAMERA: RecordLayout<CameraField> = {
  section: 'camera keys',
  fields: CAMERA_FIELDS,
  bytes: 4 + 4 + 4 * 3 + 4 * 3 + 4, // frame, distance, target x y z, rotation x y z, curve
};

export type LightField = 'color' | 'direction' | 'frame';
export const LIGHT: RecordLayout<LightField> = {
  section: 'light keys',
  fields: { frame: 0, color: 4, direction: 4 + 4 * 3 },
  bytes: 4 + 4 * 3 + 4 * 3, // frame, color r g b, direction x y z
};

export type SelfShadowField = 'distance' | 'frame' | 'mode';
export const SELF_SHADOW: RecordLayout<SelfShadowField> = {
  section: 'self shadow keys',
  fields: { frame: 0, mode: 4, distance: 4 + 1 },
  bytes: 4 + 1 + 4, // frame, mode, distance
};

/** After the fixed fields comes one name and one switch per IK bone, {@link IK_SWITCH_BYTES} each. */
export type PropertyField = 'frame' | 'ikCount' | 'ikNames' | 'visible';
export const PROPERTY: RecordLayout<PropertyField> = {
  section: 'property keys',
  fields: { frame: 0, visible: 4, ikCount: 4 + 1, ikNames: 4 + 1 + 4 },
  bytes: 4 + 1 + 4, // frame, visible, ikCount
};

export const IK_SWITCH_BYTES: number = IK_NAME_BYTES + 1; // name, enabled
