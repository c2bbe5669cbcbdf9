import { BONE } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxRigidBody } from './pmx.js';

export function readRigidBody(reader: PmxReader): PmxRigidBody {
  return {
    name: reader.text('name'),
    nameEn: reader.text('nameEn'),
    bone: reader.index(BONE, 'bone'),
    group: reader.u8('group', 15),
    collisionMask: reader.u16('collisionMask'),
    shape: reader.u8('shape', 2),
    size: reader.vector3('size'),
    position: reader.vector3('position'),
    rotation: reader.vector3('rotation'),
    mass: reader.f32('mass'),
    linearDamping: reader.f32('linearDamping'),
    angularDamping: reader.f32('angularDamping'),
    restitution: reader.f32('restitution'),
    friction: reader.f32('friction'),
    mode: reader.u8('mode', 2),
  };
}
