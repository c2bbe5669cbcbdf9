import type { Object3D } from 'three';
import type { Rig } from '../rig/rig.js';
import type { ObjectBinding } from './bind-object.js';
import { bindPlainBone } from './bound-bones.js';
import { BoundVisibility } from './bound-meshes.js';
import { OnDemandBone, type UpdateCounter } from './create-bones.js';

/**
 * Binds a rig to bones that {@link createBones} has made of its definition with `onDemand`, which are below
 * `root` and have not been moved, and to the visibility of the meshes there. As {@link bindObject}, but
 * without a search for names, poses and morphs: it takes a fraction of the time. O(objects).
 *
 * @example
 * const bones = createBones(rig.definition, { onDemand: true });
 * root.add(mesh, ...bones.filter(({ parent }) => parent === null));
 * const binding = bindOwnBones(rig, bones, root);
 */
export function bindOwnBones(
  rig: Rig,
  bones: readonly Object3D[],
  root: Object3D,
): Pick<ObjectBinding, 'update'> {
  const { parents } = rig.definition;
  const counter: UpdateCounter = { updates: 0 };
  bones.forEach((object, bone) => {
    if (!(object instanceof OnDemandBone)) return;
    const parent = parents[bone];
    // A very long chain of bones is cut into several.
    const place = bindPlainBone(rig, object, bone, object.parent === bones[parent] ? parent : -1);
    object.placeOnDemand(counter, place);
  });
  const visibility = new BoundVisibility(root);
  return {
    update() {
      counter.updates++;
      visibility.update(rig.pose.visible);
    },
  };
}
