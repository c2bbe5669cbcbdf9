import type { Bone, Mesh, Object3D, SkinnedMesh } from 'three';
import type { Rig } from '../rig/rig.js';

/**
 * Which objects below a target are which bones of a rig.
 *
 * A skeleton with the rig's very names in the rig's order is bound by index, so that names borne twice are right; all
 * else goes by name, to the rig's first bone of that name. O(objects · depth).
 */
export function resolveBones(rig: Rig, target: Object3D): Map<Object3D, number> {
  const resolved = new Map<Object3D, number>();
  target.traverse((object) => {
    if (!isSkinned(object) || !isOwn(object.skeleton.bones, rig.definition.boneNames)) return;
    object.skeleton.bones.forEach((bone, i) => {
      if (isBelow(bone, target) && !resolved.has(bone)) resolved.set(bone, i);
    });
  });
  for (const object of boneObjects(target)) {
    const bone = rig.boneIndex(object.name);
    if (bone >= 0 && !resolved.has(object)) resolved.set(object, bone);
  }
  return resolved;
}

function isOwn(bones: readonly Bone[], names: readonly string[]): boolean {
  return bones.length === names.length && bones.every((bone, i) => bone?.name === names[i]);
}

/**
 * What may be a bone by its name: the named descendants of a target, parents first; where a Bone bears a name, other
 * objects of that name are none. O(objects).
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

/** A mesh whose morphs have names. */
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

/** Is an object below another one, however deep? O(depth). */
export function isBelow({ parent }: Object3D, other: Object3D): boolean {
  for (let above = parent; above; above = above.parent) {
    if (above === other) return true;
  }
  return false;
}
