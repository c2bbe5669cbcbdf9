import { BODY, BONE } from './field-reader.js';
import { NAME_BYTES } from './layout.js';
import type { PmdJoint, PmdRigidBody } from './pmd.js';
import type { RecordLayout } from './record-layout.js';

export const RIGID_BODY: RecordLayout<PmdRigidBody> = [
  ['text', ['name'], NAME_BYTES],
  ['i16', ['bone'], BONE],
  ['u8', ['group'], 15],
  ['u16', ['collisionMask']],
  ['u8', ['shape'], 2],
  ['vector3', ['size', 'position', 'rotation']],
  ['f32', ['mass', 'linearDamping', 'angularDamping', 'restitution', 'friction']],
  ['u8', ['mode'], 2],
];

export const JOINT: RecordLayout<PmdJoint> = [
  ['text', ['name'], NAME_BYTES],
  ['i32', ['bodyA', 'bodyB'], BODY],
  [
    'vector3',
    [
      'position',
      'rotation',
      'linearLower',
      'linearUpper',
      'angularLower',
      'angularUpper',
      'linearSpring',
      'angularSpring',
    ],
  ],
];
