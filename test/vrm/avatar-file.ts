import { humanParent } from '@odori/runtime/internal';
import type { HumanBoneName } from '@odori/runtime/joints';

export type Place = readonly [number, number, number];

/**
 * Where the bones of a small avatar in T-pose rest, in metres, facing +z. The right side mirrors the left.
 */
const LEFT: Partial<Record<HumanBoneName, Place>> = {
  hips: [0, 1, 0],
  spine: [0, 1.1, 0],
  chest: [0, 1.25, 0],
  neck: [0, 1.45, 0],
  head: [0, 1.55, 0],
  leftUpperLeg: [0.1, 0.95, 0],
  leftLowerLeg: [0.1, 0.5, 0.01],
  leftFoot: [0.1, 0.1, 0],
  leftToes: [0.1, 0, 0.15],
  leftShoulder: [0.05, 1.4, 0],
  leftUpperArm: [0.15, 1.4, 0],
  leftLowerArm: [0.4, 1.4, 0],
  leftHand: [0.65, 1.4, 0],
  leftThumbMetacarpal: [0.68, 1.39, 0.02],
  leftThumbProximal: [0.7, 1.38, 0.05],
  leftThumbDistal: [0.72, 1.37, 0.07],
  leftMiddleProximal: [0.74, 1.4, 0],
  leftMiddleIntermediate: [0.78, 1.4, 0],
  leftMiddleDistal: [0.8, 1.4, 0],
};

export const PLACES: ReadonlyMap<HumanBoneName, Place> = new Map(
  Object.entries(LEFT).flatMap(([bone, [x, y, z]]): [HumanBoneName, Place][] => {
    const name = bone as HumanBoneName;
    return name.startsWith('left')
      ? [
          [name, [x, y, z]],
          [name.replace('left', 'right') as HumanBoneName, [-x, y, z]],
        ]
      : [[name, [x, y, z]]];
  }),
);

interface Node {
  name?: string;
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  children?: number[];
}

/** The JSON of an avatar's file, open to changes. */
export interface AvatarJson {
  [field: string]: unknown;
  nodes: Node[];
  extensions?: Record<string, Record<string, unknown>>;
}

/** The index of a bone's node. */
export function nodeOf(bone: HumanBoneName): number {
  return [...PLACES.keys()].indexOf(bone);
}

/** Nodes of the small avatar, without rotations. `sign` −1: facing −z. */
export function avatarNodes(sign: 1 | -1 = 1, nameOf = (bone: HumanBoneName): string => bone): Node[] {
  const bones = [...PLACES.keys()];
  const above = (bone: HumanBoneName): HumanBoneName | undefined => {
    let parent = humanParent(bone);
    while (parent && !PLACES.has(parent)) parent = humanParent(parent);
    return parent;
  };
  return bones.map((bone) => {
    const [x, y, z] = PLACES.get(bone)!;
    const parent = above(bone);
    const [px, py, pz] = parent ? PLACES.get(parent)! : [0, 0, 0];
    const children = bones.flatMap((each, i) => (above(each) === bone ? [i] : []));
    return {
      name: nameOf(bone),
      translation: [sign * (x - px), y - py, sign * (z - pz)],
      ...(children.length > 0 && { children }),
    };
  });
}

export function vrm1Json(): AvatarJson {
  const humanBones = Object.fromEntries([...PLACES.keys()].map((bone, node) => [bone, { node }]));
  return {
    nodes: avatarNodes(),
    extensions: { VRMC_vrm: { specVersion: '1.0', humanoid: { humanBones } } },
  };
}

export function vrm0Json(): AvatarJson {
  const old = (bone: string): string =>
    bone.replace('ThumbProximal', 'ThumbIntermediate').replace('ThumbMetacarpal', 'ThumbProximal');
  const humanBones = [...PLACES.keys()].map((bone, node) => ({ bone: old(bone), node }));
  return { nodes: avatarNodes(-1), extensions: { VRM: { humanoid: { humanBones } } } };
}
