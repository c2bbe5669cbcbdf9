import type { Object3D } from 'three';

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
