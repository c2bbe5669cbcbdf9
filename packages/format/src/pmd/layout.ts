import { BODY_INDEX, BONE_INDEX, type FieldType, type RecordLayout } from '../binary/record-layout.js';
import { OLD_PADDING } from '../text/name.js';
import type { PmdJoint, PmdRigidBody } from './pmd.js';

/** Sizes of the PMD format. @see spec: every file of the test corpus is read to its last byte by these. */

export const SIGNATURE = 'Pmd';
export const NAME_BYTES = 20;
export const COMMENT_BYTES = 256;
export const FRAME_NAME_BYTES = 50;
export const TOON_NAME_BYTES = 100;
export const TOON_COUNT = 10;

/** Bytes of an index, by kind: vertex, texture, material, bone, morph, body. */
export const INDEX_SIZES: Uint8Array = /* @__PURE__ */ Uint8Array.of(2, 0, 0, 2, 2, 4);

/** The fields of a record; an `i16` is no index. */
export type PmdFieldType = FieldType | 'i16';

export const VERTEX_BYTES: number =
  12 + // position
  12 + // normal
  8 + // uv
  2 * 2 + // bones
  1 + // weight
  1; // edge flag

export const INDEX_BYTES = 2;

export const MATERIAL_BYTES: number =
  16 + // diffuse
  4 + // specular power
  12 + // specular
  12 + // ambient
  1 + // toon
  1 + // edge flag
  4 + // index count
  20; // texture

export const BONE_BYTES: number =
  NAME_BYTES +
  2 + // parent
  2 + // tail
  1 + // type
  2 + // ik
  12; // position

/** Its links follow. */
export const IK_BYTES: number =
  2 + // target
  2 + // effector
  1 + // link count
  2 + // iterations
  4; // limit
export const LINK_BYTES = 2;

/** Its offsets follow. */
export const MORPH_BYTES: number =
  NAME_BYTES +
  4 + // count
  1; // type
export const MORPH_COUNT_OFFSET: number = NAME_BYTES;
export const OFFSET_BYTES: number =
  4 + // index
  12; // offset

export const FACIAL_BYTES = 2;

export const FRAME_BONE_BYTES: number =
  2 + // bone
  1; // frame

export const TOONS_BYTES: number = TOON_COUNT * TOON_NAME_BYTES;

export const RIGID_BODY_BYTES: number =
  NAME_BYTES +
  2 + // bone
  1 + // group
  2 + // collision mask
  1 + // shape
  12 + // size
  12 + // position
  12 + // rotation
  4 + // mass
  2 * 4 + // damping
  4 + // restitution
  4 + // friction
  1; // mode

export const RIGID_BODY: RecordLayout<PmdRigidBody> = [
  ['text', ['name'], NAME_BYTES],
  ['index', ['bone'], BONE_INDEX],
  ['u8', ['group'], 15],
  ['u16', ['collisionMask']],
  ['u8', ['shape'], 2],
  ['vector3', ['size', 'position', 'rotation']],
  ['f32', ['mass', 'linearDamping', 'angularDamping', 'restitution', 'friction']],
  ['u8', ['mode'], 2],
];

export const JOINT_BYTES: number =
  NAME_BYTES +
  2 * 4 + // bodies
  12 + // position
  12 + // rotation
  4 * 12 + // limits
  2 * 12; // springs

export const JOINT: RecordLayout<PmdJoint> = [
  ['text', ['name'], NAME_BYTES],
  ['index', ['bodyA', 'bodyB'], BODY_INDEX],
  ['vector3', ['position', 'rotation', 'linearLower', 'linearUpper', 'angularLower', 'angularUpper']],
  ['vector3', ['linearSpring', 'angularSpring']],
];

/** What follows the English flag if that is 1. */
export function englishBytes(bones: number, morphs: number, frames: number): number {
  return (
    NAME_BYTES + COMMENT_BYTES + NAME_BYTES * (bones + englishMorphs(morphs)) + FRAME_NAME_BYTES * frames
  );
}

/** The base has no English name. */
export function englishMorphs(morphs: number): number {
  return Math.max(0, morphs - 1);
}

/**
 * Bytes as a field of fixed width: cut there, else closed by a NUL and filled with FD, as MMD's own models
 * have it.
 */
export function textField(bytes: Uint8Array, width: number): Uint8Array {
  const field = new Uint8Array(width).fill(OLD_PADDING);
  field.set(bytes.subarray(0, width));
  if (bytes.length < width) field[bytes.length] = 0;
  return field;
}
