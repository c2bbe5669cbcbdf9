import { Bone } from 'three';
import type { RigDefinition } from '../rig/rig-definition.js';

/**
 * Three's bones for a rig, at rest, in the order of its definition; children hang on their parents. O(bones).
 *
 * MMD units. A bone without a parent belongs to the caller: it goes below the mesh.
 *
 * @example
 * const bones = createBones(rig.definition);
 * mesh.add(...bones.filter(({ parent }) => parent === null));
 * mesh.bind(new Skeleton(bones));
 * const binding = bindObject(rig, mesh);
 */
export function createBones({ boneNames, parents, restOffsets }: RigDefinition): Bone[] {
  const bones = boneNames.map((name, i) => {
    const bone = new Bone();
    bone.name = name;
    bone.position.fromArray(restOffsets, 3 * i);
    return bone;
  });
  bones.forEach((bone, i) => {
    if (parents[i] >= 0) bones[parents[i]].add(bone);
  });
  return bones;
}
