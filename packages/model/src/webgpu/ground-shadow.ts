import type { Object3D } from 'three';
import { GroundShadowBase } from '../ground-shadow/ground-shadow-base.js';
import { createObjectShadow } from './object-shadow-material.js';

/**
 * As `GroundShadow` of `@odori/model`, with materials for `WebGPURenderer`.
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
