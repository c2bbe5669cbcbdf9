import type { Bone, Object3D } from 'three';
import type { Rig } from '../rig/rig.js';
import { boneObjects } from './bone-objects.js';
import { isBelow } from './is-below.js';
import { isSkinned } from './mesh-kinds.js';

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
