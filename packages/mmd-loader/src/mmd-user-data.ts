import { type Pmx, PMX_BONE } from '@odori/format';
import type { RigDefinition } from '@odori/runtime';
import { type SkinnedMesh, Vector3 } from 'three';
import { mirroredAngles, mirroredRange } from './mirror.js';
import {
  type ConstraintParameters,
  constraintParameters,
  type RigidBodyParameters,
  rigidBodyParameters,
} from './body-parameters.js';

/** An IK chain as r171 had it; `CCDIKSolver` of three has the same type. */
export interface IkParameters {
  /** The IK bone. */
  target: number;
  effector: number;
  iteration: number;
  /** Radians in one step. */
  maxAngle: number;
  links: {
    index: number;
    enabled: boolean;
    rotationMin?: Vector3;
    rotationMax?: Vector3;
  }[];
}

/** An append (付与) as r171 had it, which called it grant. */
export interface GrantParameters {
  index: number;
  parentIndex: number;
  ratio: number;
  isLocal: boolean;
  affectRotation: boolean;
  affectPosition: boolean;
  transformationClass: number;
}

/** A bone as r171 had it. `pos` is relative to the parent. */
export interface BoneParameters {
  index: number;
  transformationClass: number;
  parent: number;
  name: string;
  pos: [number, number, number];
  rotq: [number, number, number, number];
  scl: [number, number, number];
  /** The largest mode of its rigid bodies, −1 without bodies. */
  rigidBodyType: number;
}

/** `mesh.geometry.userData.MMD`, in three's space. Read it; changes have no effect. */
export interface MmdUserData {
  bones: BoneParameters[];
  iks: IkParameters[];
  grants: GrantParameters[];
  rigidBodies: RigidBodyParameters[];
  constraints: ConstraintParameters[];
  format: 'pmd' | 'pmx';
}

/** The data of a mesh of our loader, undefined for other meshes. */
export function userDataOf({ geometry }: SkinnedMesh): MmdUserData | undefined {
  return geometry.userData['MMD'] as MmdUserData | undefined;
}

/** O(bones + bodies + joints). Indices without a bone stay as the file has them. */
export function mmdUserData(pmx: Pmx, definition: RigDefinition): MmdUserData {
  return {
    bones: boneParameters(pmx, definition),
    iks: ikParameters(pmx),
    grants: grantParameters(pmx, definition),
    rigidBodies: pmx.rigidBodies.map((body) => {
      const parameters = rigidBodyParameters(body);
      const { position, boneIndex } = parameters;
      for (let i = 0; i < 3; i++) position[i] -= definition.restPositions[3 * boneIndex + i] ?? 0;
      return parameters;
    }),
    constraints: pmx.joints.map(constraintParameters),
    format: pmx.fromPmd ? 'pmd' : 'pmx',
  };
}

function boneParameters({ bones, rigidBodies }: Pmx, { restOffsets }: RigDefinition): BoneParameters[] {
  const types = bones.map(() => -1);
  for (const { bone, mode } of rigidBodies) {
    if (bone in types) types[bone] = Math.max(types[bone], mode);
  }
  return bones.map(({ name, parent, layer }, index) => ({
    index,
    transformationClass: layer,
    parent,
    name,
    pos: new Vector3().fromArray(restOffsets, 3 * index).toArray(),
    rotq: [0, 0, 0, 1],
    scl: [1, 1, 1],
    rigidBodyType: types[index],
  }));
}

function ikParameters({ bones }: Pmx): IkParameters[] {
  return bones.flatMap(({ ik }, target) => {
    if (!ik) return [];
    const links = ik.links.map(({ bone, limits }) => {
      if (!limits) return { index: bone, enabled: true };
      const [min, max] = mirroredRange(mirroredAngles, limits.min, limits.max);
      return {
        index: bone,
        enabled: true,
        rotationMin: new Vector3(...min),
        rotationMax: new Vector3(...max),
      };
    });
    return [{ target, effector: ik.effector, iteration: ik.loopCount, maxAngle: ik.limitAngle, links }];
  });
}

/** Sources come first, as r171 had them. */
function grantParameters({ bones }: Pmx, definition: RigDefinition): GrantParameters[] {
  return [...new Set([...definition.rotationAppends, ...definition.translationAppends])].map((index) => {
    const { append, flags, layer } = bones[index];
    return {
      index,
      parentIndex: append!.parent,
      ratio: append!.ratio,
      isLocal: (flags & PMX_BONE.localAppend) !== 0,
      affectRotation: (flags & PMX_BONE.appendRotation) !== 0,
      affectPosition: (flags & PMX_BONE.appendTranslation) !== 0,
      transformationClass: layer,
    };
  });
}
