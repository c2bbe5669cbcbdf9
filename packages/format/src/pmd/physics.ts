import { BODY_INDEX, BONE_INDEX, type RecordLayout } from '../binary/record-layout.js';
import { NAME_BYTES } from './layout.js';
import type { PmdJoint, PmdRigidBody } from './pmd.js';

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

export const JOINT: RecordLayout<PmdJoint> = [
  ['text', ['name'], NAME_BYTES],
  ['index', ['bodyA', 'bodyB'], BODY_INDEX],
  ['vector3', ['position', 'rotation', 'linearLower', 'linearUpper', 'angularLower', 'angularUpper']],
  ['vector3', ['linearSpring', 'angularSpring']],
];
