import { Bone } from 'three';
import { BONE_TABLE, boneIndex } from './bone-table.js';

/** The bones of the figure at rest, in the order of the table; the first is the root. */
export function createBones(): Bone[] {
  const bones: Bone[] = [];
  for (const { name, parent, position } of BONE_TABLE) {
    const bone = new Bone();
    bone.name = name;
    bone.position.copy(position);
    if (parent !== undefined) {
      const parentIndex = boneIndex(parent);
      bone.position.sub(BONE_TABLE[parentIndex].position);
      bones[parentIndex].add(bone);
    }
    bones.push(bone);
  }
  return bones;
}
