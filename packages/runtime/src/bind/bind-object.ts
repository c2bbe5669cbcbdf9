import type { Object3D } from 'three';
import type { Rig } from '../rig/rig.js';
import { BoundBones } from './bound-bones.js';
import { BoundMorphs, BoundVisibility } from './bound-meshes.js';
import { resolveBones } from './target-objects.js';
import { checkedUnit, RestPose, type UnitOptions } from './rest-pose.js';

/** Options of {@link bindObject}. */
export interface BindObjectOptions extends UnitOptions {
  /**
   * Bones that rest unturned are placed when their `position`, `quaternion` or `rotation` is read, by the renderer too,
   * instead of by each update: for objects that nothing else moves.
   */
  onDemand?: boolean; // false
}

/** A rig on objects of three: names resolved, ready to show what was solved. */
export interface ObjectBinding {
  /** What the rig has and the target lacks, by name. */
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
 * Binds a rig to three's objects: bones, morphs and visibility below `target`, resolved once. O(objects · depth).
 *
 * `target` has the model's place and axes (y up, facing +z): a model's own mesh, a foreign skeleton whose bones bear
 * MMD's names, a group with several of them, or plain objects of these names. All objects of a name follow; a skeleton
 * out of {@link createBones} of this rig's definition goes by index, so that names borne twice are right. A Bone goes
 * before other objects of its name. Bones may rest turned, scaled (evenly) and below objects that are none, which are to
 * stay as they are: what counts is where the skin was bound, for plain objects where they stand now.
 *
 * Written are `position` and `quaternion`, beside the parent, so that attachments, helpers, raycasts, boxes and exporters
 * see what is seen; `scale` is never touched, nor is the target (unless it is a mesh that has to be hidden). World
 * matrices and skeleton follow when the renderer draws; without one, call `target.updateMatrixWorld()`, and
 * `skeleton.update()` where its matrices are read.
 *
 * Where `rig.pose.visible` is off, the skinned and the morphed meshes are; a mesh that the user turned off stays off,
 * and `visible` of any group is the user's own. Before another binding takes its place, a binding that hides is to be
 * updated once with `visible` on: for the next one its meshes would be off by the user's wish.
 *
 * `unit`: one MMD unit in the target's units. What it moves is as many times longer, see {@link readSkeletonDefinition}.
 *
 * @throws RangeError if `unit` is not above 0.
 * @example
 * const binding = bindObject(rig, mesh);
 * binding.missing.bones; // → []: all of them are there
 * rig.solve();
 * rig.solveAfterPhysics();
 * binding.update();
 */
export function bindObject(rig: Rig, target: Object3D, options: BindObjectOptions = {}): ObjectBinding {
  const unit = checkedUnit(options);
  const resolved = resolveBones(rig, target);
  const { onDemand = false } = options;
  const bones = new BoundBones(rig, resolved, new RestPose(target), { unit, onDemand });
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
