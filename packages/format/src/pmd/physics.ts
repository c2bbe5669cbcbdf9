import type { FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { NAME_BYTES } from './layout.js';
import type { PmdJoint, PmdRigidBody } from './pmd.js';

/** Reads a rigid body. */
export function readRigidBody(fields: FieldReader, boneCount: number): PmdRigidBody {
  const name = fields.text(NAME_BYTES, 'name');
  const bone = fields.index16();
  fields.checkIndex(bone, boneCount, 'bone', fields.at - 2);
  const group = fields.u8();
  fields.checkRange(group, 15, 'group', fields.at - 1);
  const collisionMask = fields.u16();
  const shape = fields.u8();
  fields.checkRange(shape, 2, 'shape', fields.at - 1);
  const body = {
    name,
    bone,
    group,
    collisionMask,
    shape,
    size: fields.vector3('size'),
    position: fields.vector3('position'),
    rotation: fields.vector3('rotation'),
    mass: fields.f32('mass'),
    linearDamping: fields.f32('linearDamping'),
    angularDamping: fields.f32('angularDamping'),
    restitution: fields.f32('restitution'),
    friction: fields.f32('friction'),
    mode: fields.u8(),
  };
  fields.checkRange(body.mode, 2, 'mode', fields.at - 1);
  return body;
}

/** Reads a joint. */
export function readJoint(fields: FieldReader, bodyCount: number): PmdJoint {
  const name = fields.text(NAME_BYTES, 'name');
  const bodyA = fields.index32();
  fields.checkIndex(bodyA, bodyCount, 'bodyA', fields.at - 4);
  const bodyB = fields.index32();
  fields.checkIndex(bodyB, bodyCount, 'bodyB', fields.at - 4);
  return {
    name,
    bodyA,
    bodyB,
    position: fields.vector3('position'),
    rotation: fields.vector3('rotation'),
    linearLower: fields.vector3('linearLower'),
    linearUpper: fields.vector3('linearUpper'),
    angularLower: fields.vector3('angularLower'),
    angularUpper: fields.vector3('angularUpper'),
    linearSpring: fields.vector3('linearSpring'),
    angularSpring: fields.vector3('angularSpring'),
  };
}

/** Writes a rigid body. */
export function writeRigidBody(fields: FieldWriter, body: PmdRigidBody): void {
  fields.text(body.name, NAME_BYTES);
  fields.u16(body.bone);
  fields.u8(body.group);
  fields.u16(body.collisionMask);
  fields.u8(body.shape);
  fields.floats(body.size);
  fields.floats(body.position);
  fields.floats(body.rotation);
  fields.f32(body.mass);
  fields.f32(body.linearDamping);
  fields.f32(body.angularDamping);
  fields.f32(body.restitution);
  fields.f32(body.friction);
  fields.u8(body.mode);
}

/** Writes a joint. */
export function writeJoint(fields: FieldWriter, joint: PmdJoint): void {
  fields.text(joint.name, NAME_BYTES);
  fields.u32(joint.bodyA);
  fields.u32(joint.bodyB);
  fields.floats(joint.position);
  fields.floats(joint.rotation);
  fields.floats(joint.linearLower);
  fields.floats(joint.linearUpper);
  fields.floats(joint.angularLower);
  fields.floats(joint.angularUpper);
  fields.floats(joint.linearSpring);
  fields.floats(joint.angularSpring);
}
