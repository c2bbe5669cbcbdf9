import type { PmxJoint, PmxRigidBody, PmxVector3 } from '../pmx/pmx.js';
import { copied } from './copied.js';
import type { Pmd } from './pmd.js';

/** MMD's name of the bone that carries all others. */
const CENTER = 'センター';

/** The rigid bodies, from the space of their bones to that of the model. */
export function convertRigidBodies({ rigidBodies = [], bones }: Pmd): PmxRigidBody[] {
  const center = bones.find(({ name }) => name.text === CENTER) ?? bones[0];
  return rigidBodies.map((body) => {
    const origin = (bones[body.bone] ?? center)?.position ?? [0, 0, 0];
    return {
      ...copied(body),
      name: body.name.text,
      nameEn: '',
      bone: bones[body.bone] ? body.bone : -1,
      position: body.position.map((value, axis) => value + origin[axis]) as PmxVector3,
    };
  });
}

/** The joints, which are in the space of the model already. */
export function convertJoints({ joints = [], rigidBodies = [] }: Pmd): PmxJoint[] {
  const soundBody = (index: number): number => (rigidBodies[index] ? index : -1);
  return joints.map((joint) => ({
    ...copied(joint),
    name: joint.name.text,
    nameEn: '',
    type: 0,
    bodyA: soundBody(joint.bodyA),
    bodyB: soundBody(joint.bodyB),
  }));
}
