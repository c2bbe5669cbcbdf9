import type { Bone, Mesh, Object3D, SkinnedMesh } from 'three';
import type { Rig } from '../rig/rig.js';

/**
 * The objects below a target that are bones of a rig, with the index of the bone.
 *
 * A skeleton that begins with the names of the rig, in the same order, is bound by index, so that duplicate
 * names are correct; other objects are bound by name, to the rig's first bone of that name. O(objects ·
 * depth).
 */
export function resolveBones(rig: Rig, target: Object3D): Map<Object3D, number> {
  const resolved = new Map<Object3D, number>();
  target.traverse((object) => {
    const { boneNames } = rig.definition;
    if (!isSkinned(object) || !isSkeletonOfRig(object.skeleton.bones, boneNames)) return;
    object.skeleton.bones.slice(0, boneNames.length).forEach((bone, i) => {
      if (!resolved.has(bone) && isBelow(bone, target)) resolved.set(bone, i);
    });
  });
  for (const object of boneObjects(target)) {
    const bone = rig.boneIndex(object.name);
    if (bone >= 0 && !resolved.has(object)) resolved.set(object, bone);
  }
  return resolved;
}

function isSkeletonOfRig(bones: readonly Bone[], names: readonly string[]): boolean {
  return names.every((name, i) => bones[i]?.name === name);
}

/**
 * The objects below a target that may be bones: those with a name, parents first; where a Bone has a name,
 * other objects of that name are left out. O(objects).
 */
export function boneObjects(target: Object3D): Object3D[] {
  const objects: Object3D[] = [];
  target.traverse((object) => {
    if (object !== target && object.name !== '') objects.push(object);
  });
  const bonesByName = new Set(objects.filter((object) => isBone(object)).map(({ name }) => name));
  return objects.filter((object) => isBone(object) || !bonesByName.has(object.name));
}

export function isBone(object: Object3D): boolean {
  return 'isBone' in object;
}

/** A mesh with named morphs. */
export type MorphedMesh = Mesh & {
  readonly morphTargetDictionary: Record<string, number>;
  readonly morphTargetInfluences: number[];
};

export function isSkinned(object: Object3D): object is SkinnedMesh {
  return 'isSkinnedMesh' in object && 'skeleton' in object && object.skeleton !== undefined;
}

export function isMorphed(object: Object3D): object is MorphedMesh {
  return 'morphTargetDictionary' in object && object.morphTargetDictionary !== undefined;
}

/** True if an object is a descendant of another one. O(depth). */
export function isBelow({ parent }: Object3D, other: Object3D): boolean {
  for (let above = parent; above; above = above.parent) {
    if (above === other) return true;
  }
  return false;
}
