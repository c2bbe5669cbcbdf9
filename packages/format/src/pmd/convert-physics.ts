import type { PmxJoint, PmxRigidBody, PmxVector3 } from '../pmx/pmx.js';
import type { Pmd, PmdBone } from './pmd.js';

/** MMD's name of the bone that carries all others. */
const CENTER = 'センター';

/** The rigid bodies, from the space of their bones to that of the model. */
export function convertRigidBodies({ rigidBodies = [], bones }: Pmd): PmxRigidBody[] {
  const center = bones.find(({ name }) => name.text === CENTER) ?? bones[0];
  return rigidBodies.map((body) => ({
    ...body,
    name: body.name.text,
    nameEn: '',
    bone: bones[body.bone] ? body.bone : -1,
    size: [...body.size],
    position: sum(body.position, bones[body.bone] ?? center),
    rotation: [...body.rotation],
  }));
}

function sum(position: PmxVector3, bone: PmdBone | undefined): PmxVector3 {
  return position.map((value, axis) => value + (bone?.position[axis] ?? 0)) as PmxVector3;
}

/** The joints, which are in the space of the model already. */
export function convertJoints({ joints = [], rigidBodies = [] }: Pmd): PmxJoint[] {
  const soundBody = (index: number): number => (rigidBodies[index] ? index : -1);
  return joints.map((joint) => ({
    name: joint.name.text,
    nameEn: '',
    type: 0,
    bodyA: soundBody(joint.bodyA),
    bodyB: soundBody(joint.bodyB),
    position: [...joint.position],
    rotation: [...joint.rotation],
    linearLower: [...joint.linearLower],
    linearUpper: [...joint.linearUpper],
    angularLower: [...joint.angularLower],
    angularUpper: [...joint.angularUpper],
    linearSpring: [...joint.linearSpring],
    angularSpring: [...joint.angularSpring],
  }));
}
