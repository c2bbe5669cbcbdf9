import { BONE } from './layout.js';
import type { PmxRigidBody } from './pmx.js';
import type { RecordLayout } from './record-layout.js';

export const RIGID_BODY: RecordLayout<PmxRigidBody> = [
  ['text', ['name', 'nameEn']],
  ['index', ['bone'], BONE],
  ['u8', ['group'], 15],
  ['u16', ['collisionMask']],
  ['u8', ['shape'], 2],
  ['vector3', ['size', 'position', 'rotation']],
  ['f32', ['mass', 'linearDamping', 'angularDamping', 'restitution', 'friction']],
  ['u8', ['mode'], 2],
];
