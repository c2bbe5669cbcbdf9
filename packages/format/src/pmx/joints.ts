import { BODY } from './layout.js';
import type { PmxJoint } from './pmx.js';
import type { RecordLayout } from './record-layout.js';

export const JOINT: RecordLayout<PmxJoint> = [
  ['text', ['name', 'nameEn']],
  ['u8', ['type']],
  ['index', ['bodyA', 'bodyB'], BODY],
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
