import { Bone } from 'three';
import type { RigDefinition } from '../rig/rig-definition.js';

/** three walks down a scene by recursion, in every frame; no model is a tenth as deep. */
const MOST_DEPTH = 500;

/**
 * Three's bones for a rig, at rest, in the order of its definition; children hang on their parents. O(bones).
 *
 * MMD units. A bone without a parent belongs to the caller: it goes below the mesh. In a chain of more than 500 bones
 * each 500th is such a bone: only a file that wants to break something has them.
 *
 * @example
 * const bones = createBones(rig.definition);
 * mesh.add(...bones.filter(({ parent }) => parent === null));
 * mesh.bind(new Skeleton(bones));
 * const binding = bindObject(rig, mesh);
 */
export function createBones({ boneNames, parents, restOffsets, restPositions }: RigDefinition): Bone[] {
  const depths = depthsOf(parents);
  const bones = boneNames.map((name, i) => {
    const bone = new Bone();
    bone.name = name;
    bone.position.fromArray(depths[i] % MOST_DEPTH === 0 ? restPositions : restOffsets, 3 * i);
    return bone;
  });
  bones.forEach((bone, i) => {
    if (depths[i] % MOST_DEPTH !== 0) bones[parents[i]].add(bone);
  });
  return bones;
}

/** How many bones are above each. Parents may stand behind their children. */
function depthsOf(parents: Int32Array): Int32Array {
  const depths = new Int32Array(parents.length).fill(-1);
  const path: number[] = [];
  for (let i = 0; i < parents.length; i++) {
    let bone = i;
    for (; bone >= 0 && depths[bone] < 0; bone = parents[bone]) path.push(bone);
    let depth = bone < 0 ? -1 : depths[bone];
    while (path.length > 0) depths[path.pop()!] = ++depth;
  }
  return depths;
}
