import type { Object3D } from 'three';
import { GroundShadowBase } from '../ground-shadow/ground-shadow-base.js';
import { createObjectShadow } from './object-shadow-material.js';

/**
 * MMD's ground shadow for any object of three.js, such as a VRM avatar beside an MMD model: the object
 * itself, flattened along the light of the scene, on the plane y = 0.1 of `ground`.
 *
 * It follows bones, morph targets and visibility of the object. Each mesh gets one more mesh as a child,
 * which shares its geometry; meshes that are added to the object later have none. O(meshes), and one more
 * draw for each of them.
 *
 * In a scene in metres, the ground is an object of the scene with the scale 0.08: then its 0.1 units are 8
 * mm.
 *
 * @example
 * scene.add(vrm.scene);
 * const shadow = new GroundShadow(vrm.scene, scene);
 * shadow.opacity = 0.4;
 */
export class GroundShadow extends GroundShadowBase {
  /** `ground`: the object in whose space the ground is the plane y = 0, in MMD units. */
  constructor(object: Object3D, ground: Object3D = object) {
    super(createObjectShadow, object, ground);
  }
}
