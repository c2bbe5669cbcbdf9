import { FrontSide } from 'three';
import { AccessoryMaker } from '../accessory/accessory-maker.js';
import { type AccessoryKit, isMmdMap } from '../surface/surface-kit.js';
import { AccessoryMaterial } from './accessory-material.js';
import { createObjectShadow } from './object-shadow-material.js';
import { createViewCopy } from './view-copy.js';

/*
 * The materials of accessories for `WebGPURenderer`, as nodes: only dynamic imports may lead here.
 */

export function createAccessoryMaker(): AccessoryMaker {
  return new AccessoryMaker(WEBGPU_ACCESSORY_KIT);
}

const WEBGPU_ACCESSORY_KIT: AccessoryKit = {
  renderer: 'WebGPURenderer',
  createViewCopy,
  surface: (options) => new AccessoryMaterial(options),
  objectShadow: createObjectShadow,
  castShadows(mesh) {
    mesh.onBeforeShadow = (_renderer, _object, _camera, shadowCamera) => {
      // three draws the backs of things into shadow maps; MMD draws what the eye would see
      if (!isMmdMap(shadowCamera)) return;
      for (const material of mesh.material) material.shadowSide = FrontSide;
    };
  },
};
