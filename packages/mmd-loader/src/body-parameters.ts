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

type Triple = [number, number, number];

/** The inverse of {@link rigidBodyParameters}; `isMirrored`: the parameters are in three's space. */
export function rigidBodyOf(body: RigidBodyParameters, isMirrored: boolean): PmxRigidBody {
  const [point, angles] = isMirrored ? [mirroredPosition, mirroredAngles] : [same, same];
  return {
    name: body.name,
    nameEn: body.englishName,
    bone: body.boneIndex,
    group: body.groupIndex,
    collisionMask: body.groupTarget,
    shape: body.shapeType,
    size: [body.width, body.height, body.depth],
    position: point(body.position),
    rotation: angles(body.rotation),
    mass: body.weight,
    linearDamping: body.positionDamping,
    angularDamping: body.rotationDamping,
    restitution: body.restitution,
    friction: body.friction,
    mode: body.type,
  };
}

/** The inverse of {@link constraintParameters}; `isMirrored`: the parameters are in three's space. */
export function jointOf(joint: ConstraintParameters, isMirrored: boolean): PmxJoint {
  const [point, angles] = isMirrored ? [mirroredPosition, mirroredAngles] : [same, same];
  const range = (mirror: typeof point, lower: Triple, upper: Triple): [Triple, Triple] =>
    isMirrored ? mirroredRange(mirror, lower, upper) : [same(lower), same(upper)];
  const translation = range(point, joint.translationLimitation1, joint.translationLimitation2);
  const turn = range(angles, joint.rotationLimitation1, joint.rotationLimitation2);
  return {
    name: joint.name,
    nameEn: joint.englishName,
    type: joint.type,
    bodyA: joint.rigidBodyIndex1,
    bodyB: joint.rigidBodyIndex2,
    position: point(joint.position),
    rotation: angles(joint.rotation),
    linearLower: translation[0],
    linearUpper: translation[1],
    angularLower: turn[0],
    angularUpper: turn[1],
    linearSpring: same(joint.springPosition),
    angularSpring: same(joint.springRotation),
  };
}

function same(numbers: ArrayLike<number>): Triple {
  return Array.from(numbers) as Triple;
}
