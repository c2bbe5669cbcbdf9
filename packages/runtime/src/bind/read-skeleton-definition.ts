import { type Object3D, Vector3 } from 'three';
import { createSkeletonDefinition } from '../rig/create-skeleton-definition.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import { checkedUnit, RestPose, type UnitOptions } from './rest-pose.js';
import { boneObjects, isBone } from './target-objects.js';

/**
 * A rig for a skeleton of another format (glTF, FBX…), by the names of its bones, which have to be MMD's.
 *
 * The bones are the named Bones below the target; if there is no Bone, its named objects. They rest where
 * their skeleton was bound, plain objects where they are now, in the target's axes: y up, facing +z. Objects
 * of the same name become one bone, where the first of them rests. Feet and toes get MMD's leg and toe IK.
 *
 * `unit`: one MMD unit in the target's units; pass the same to {@link bindObject}. O(objects · depth).
 *
 * @throws RangeError if `unit` is not a finite number above 0.
 * @example
 * const rig = new Rig(readSkeletonDefinition(gltf.scene, { unit: 0.08 })); // metres
 * const dance = bindMotion(motion, rig);
 * const binding = bindObject(rig, gltf.scene, { unit: 0.08 });
 * // every frame:
 * dance.sample(frame);
 * rig.solve();
 * rig.solveAfterPhysics();
 * binding.update();
 */
export function readSkeletonDefinition(target: Object3D, options: UnitOptions = {}): RigDefinition {
  const unit = checkedUnit(options);
  const rest = new RestPose(target);
  const objects = firstOfEachName(skeletonObjects(target));
  const indexByName = new Map(objects.map(({ name }, index) => [name, index]));
  const isKnown = new Set(skeletonObjects(target));
  const parentOf = (object: Object3D): number => {
    for (let above = object.parent; above && above !== target; above = above.parent) {
      if (isKnown.has(above)) return indexByName.get(above.name)!;
    }
    return -1;
  };
  return createSkeletonDefinition(
    objects.map((object) => {
      const { x, y, z } = new Vector3().setFromMatrixPosition(rest.matrixOf(object)).divideScalar(unit);
      return { name: object.name, parent: parentOf(object), position: [x, y, z] };
    }),
  );
}

function skeletonObjects(target: Object3D): Object3D[] {
  const objects = boneObjects(target);
  return objects.some(isBone) ? objects.filter(isBone) : objects;
}

function firstOfEachName(objects: readonly Object3D[]): Object3D[] {
  const firstByName = new Map<string, Object3D>();
  for (const object of objects) {
    if (!firstByName.has(object.name)) firstByName.set(object.name, object);
  }
  return [...firstByName.values()];
}
