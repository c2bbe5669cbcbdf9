import type { Object3D } from 'three';
import type { Rig } from '../rig/rig.js';
import { BoundBones } from './bound-bones.js';
import { BoundMorphs, BoundVisibility } from './bound-meshes.js';
import { checkedUnit, RestPose, type UnitOptions } from './rest-pose.js';
import { resolveBones } from './target-objects.js';

/** A rig bound to three's objects: names are resolved, and the solved pose can be shown. */
export interface ObjectBinding {
  /** Names that the rig has and the target lacks. */
  readonly missing: {
    readonly bones: readonly string[];
    readonly morphs: readonly string[];
  };
  /**
   * Shows the rig as last solved: positions and quaternions of bones, influences of morphs, meshes on or off.
   *
   * Call it after `rig.solveAfterPhysics()`. Allocates nothing; O(bones + morph targets).
   */
  update(): void;
}

/**
 * Binds a rig to three's objects: bones, morphs and visibility below `target`, resolved once. O(objects ·
 * depth).
 *
 * `target` has the origin and the axes of the model (y up, facing +z): a model's own mesh, a foreign skeleton
 * whose bones have MMD's names, a group with several of them, or plain objects of these names. All objects of
 * a name follow its bone. A skeleton of {@link createBones} of this rig's definition is bound by index, so
 * that duplicate names are correct. A Bone is preferred to other objects of its name. At rest, bones may be
 * rotated and evenly scaled, and may lie below objects that are not bones; these objects must not move. Bones
 * rest where their skin was bound, plain objects where they are now.
 *
 * An update writes `position` and `quaternion`, relative to the parent, so that attachments, helpers,
 * raycasts, boxes and exporters see the rendered pose. It never writes `scale`, and never the target (unless
 * that is a mesh to be hidden). World matrices and skeleton follow when the renderer draws; without a
 * renderer, call `target.updateMatrixWorld()`, and `skeleton.update()` where its matrices are read.
 *
 * While `rig.pose.visible` is false, skinned and morphed meshes are hidden; a mesh that was hidden before
 * stays hidden afterwards, and `visible` of groups is never written. Before another binding replaces one that
 * hides its meshes, update the old one once with `visible = true`: otherwise the new one assumes that the
 * user has hidden them.
 *
 * `unit`: one MMD unit in the target's units; translations are multiplied by it, see {@link
 * readSkeletonDefinition}.
 *
 * @throws RangeError if `unit` is not a finite number above 0.
 * @example
 * const binding = bindObject(rig, mesh);
 * binding.missing.bones; // → []: the target has all of them
 * rig.solve();
 * rig.solveAfterPhysics();
 * binding.update();
 */
export function bindObject(rig: Rig, target: Object3D, options: UnitOptions = {}): ObjectBinding {
  const unit = checkedUnit(options);
  const resolved = resolveBones(rig, target);
  const bones = new BoundBones(rig, resolved, new RestPose(target), unit);
  const morphs = new BoundMorphs(rig, target);
  const visibility = new BoundVisibility(target);
  return {
    missing: { bones: missingBones(rig, resolved), morphs: morphs.missing() },
    update() {
      bones.update();
      morphs.update();
      visibility.update(rig.pose.visible);
    },
  };
}

function missingBones({ definition }: Rig, resolved: ReadonlyMap<Object3D, number>): string[] {
  const { boneNames } = definition;
  const found = new Set([...resolved.values()].map((bone) => boneNames[bone]));
  return [...new Set(boneNames)].filter((name) => !found.has(name));
}
