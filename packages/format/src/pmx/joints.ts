import { BODY } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxJoint } from './pmx.js';

export function readJoint(reader: PmxReader): PmxJoint {
  return {
    name: reader.text('name'),
    nameEn: reader.text('nameEn'),
    type: reader.u8('type'),
    bodyA: reader.index(BODY, 'bodyA'),
    bodyB: reader.index(BODY, 'bodyB'),
    position: reader.vector3('position'),
    rotation: reader.vector3('rotation'),
    linearLower: reader.vector3('linearLower'),
    linearUpper: reader.vector3('linearUpper'),
    angularLower: reader.vector3('angularLower'),
    angularUpper: reader.vector3('angularUpper'),
    linearSpring: reader.vector3('linearSpring'),
    angularSpring: reader.vector3('angularSpring'),
  };
}
