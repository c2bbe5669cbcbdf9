import type { PmxJoint, PmxRigidBody } from '@odori/format';
import { mirroredAngles, mirroredPosition, mirroredRange } from './mirror.js';

/** A rigid body as r171 had it in `geometry.userData.MMD`: three's space, radians. */
export interface RigidBodyParameters {
  name: string;
  englishName: string;
  boneIndex: number;
  groupIndex: number;
  groupTarget: number;
  shapeType: number;
  width: number;
  height: number;
  depth: number;
  /** In `userData.MMD` relative to the bone, in what `loadPMX` gives in the model's space. */
  position: [number, number, number];
  rotation: [number, number, number];
  weight: number;
  positionDamping: number;
  rotationDamping: number;
  restitution: number;
  friction: number;
  type: number;
}

/** A joint as r171 had it in `geometry.userData.MMD`: three's space, radians. */
export interface ConstraintParameters {
  name: string;
  englishName: string;
  type: number;
  rigidBodyIndex1: number;
  rigidBodyIndex2: number;
  position: [number, number, number];
  rotation: [number, number, number];
  translationLimitation1: [number, number, number];
  translationLimitation2: [number, number, number];
  rotationLimitation1: [number, number, number];
  rotationLimitation2: [number, number, number];
  springPosition: [number, number, number];
  springRotation: [number, number, number];
}

export function rigidBodyParameters(body: PmxRigidBody): RigidBodyParameters {
  const [width, height, depth] = body.size;
  return {
    name: body.name,
    englishName: body.nameEn,
    boneIndex: body.bone,
    groupIndex: body.group,
    groupTarget: body.collisionMask,
    shapeType: body.shape,
    width,
    height,
    depth,
    position: mirroredPosition(body.position),
    rotation: mirroredAngles(body.rotation),
    weight: body.mass,
    positionDamping: body.linearDamping,
    rotationDamping: body.angularDamping,
    restitution: body.restitution,
    friction: body.friction,
    type: body.mode,
  };
}

export function constraintParameters(joint: PmxJoint): ConstraintParameters {
  const translation = mirroredRange(mirroredPosition, joint.linearLower, joint.linearUpper);
  const turn = mirroredRange(mirroredAngles, joint.angularLower, joint.angularUpper);
  return {
    name: joint.name,
    englishName: joint.nameEn,
    type: joint.type,
    rigidBodyIndex1: joint.bodyA,
    rigidBodyIndex2: joint.bodyB,
    position: mirroredPosition(joint.position),
    rotation: mirroredAngles(joint.rotation),
    translationLimitation1: translation[0],
    translationLimitation2: translation[1],
    rotationLimitation1: turn[0],
    rotationLimitation2: turn[1],
    springPosition: [...joint.linearSpring],
    springRotation: [...joint.angularSpring],
  };
}
