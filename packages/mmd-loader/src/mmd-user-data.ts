import { type Pmx, PMX_BONE } from '@odori/format';
import { type SkinnedMesh, Vector3 } from 'three';
import { mirroredAngles, mirroredPlace, orderedRange } from './mirror.js';
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
  /** Of an IK bone: its entry in `iks`. */
  ik?: IkParameters;
  /** Of a bone that appends: its entry in `grants`. */
  grant?: GrantParameters;
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
export function mmdUserData(pmx: Pmx): MmdUserData {
  const bones = boneParameters(pmx);
  const iks = ikParameters(pmx);
  const grants = grantParameters(pmx);
  for (const ik of iks) bones[ik.target].ik = ik;
  for (const grant of grants) bones[grant.index].grant = grant;
  return {
    bones,
    iks,
    grants,
    rigidBodies: pmx.rigidBodies.map((body) => {
      const { position, ...others } = rigidBodyParameters(body);
      return { ...others, position: difference(position, placeOf(pmx, body.bone)) };
    }),
    constraints: pmx.joints.map(constraintParameters),
    format: pmx.fromPmd ? 'pmd' : 'pmx',
  };
}

type Place = [number, number, number];

function placeOf({ bones }: Pmx, bone: number): Place {
  return bones[bone] ? mirroredPlace(bones[bone].position) : [0, 0, 0];
}

function difference(a: Place, b: Place): Place {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function boneParameters(pmx: Pmx): BoneParameters[] {
  const types = pmx.bones.map(() => -1);
  for (const { bone, mode } of pmx.rigidBodies) {
    if (bone in types) types[bone] = Math.max(types[bone], mode);
  }
  return pmx.bones.map(({ name, parent, layer }, index) => ({
    index,
    transformationClass: layer,
    parent,
    name,
    pos: difference(placeOf(pmx, index), placeOf(pmx, parent)),
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
      const [min, max] = orderedRange(mirroredAngles(limits.min), mirroredAngles(limits.max));
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
function grantParameters({ bones }: Pmx): GrantParameters[] {
  const sorted = new Set<number>();
  const add = (index: number): void => {
    const path: number[] = [];
    for (let bone = index; bones[bone]?.append && !sorted.has(bone) && !path.includes(bone);) {
      path.unshift(bone);
      bone = bones[bone].append!.parent;
    }
    for (const bone of path) sorted.add(bone);
  };
  bones.forEach((_, index) => add(index));
  return [...sorted].map((index) => {
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
