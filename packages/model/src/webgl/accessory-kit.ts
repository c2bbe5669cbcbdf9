import { FrontSide } from 'three';
import { AccessoryMaker } from '../accessory/accessory-maker.js';
import { type AccessoryKit, type AccessorySurface, isMmdMap } from '../surface/surface-kit.js';
import { AccessoryMaterial } from './accessory-material.js';
import { createObjectShadow } from './object-shadow-material.js';
import { createViewCopy } from './view-copy.js';

/*
 * The materials of accessories for `WebGLRenderer`, in GLSL: only dynamic imports may lead here.
 */

export function createAccessoryMaker(): AccessoryMaker {
  return new AccessoryMaker(WEBGL_ACCESSORY_KIT);
}

const WEBGL_ACCESSORY_KIT: AccessoryKit = {
  renderer: 'WebGLRenderer',
  createViewCopy,
  surface: (options) => new AccessoryMaterial(options),
  objectShadow: createObjectShadow,
  castShadows(mesh) {
    mesh.onBeforeShadow = (_renderer, _object, _camera, shadowCamera, _geometry, depth, group) => {
      // three draws the backs of things into shadow maps; MMD draws what the eye would see
      if (isMmdMap(shadowCamera)) depth.side = FrontSide;
      // three passes a group, despite its types; null if all materials are one
      const { materialIndex = 0 } = (group ?? {}) as { materialIndex?: number };
      // the user may have replaced materials
      const material = mesh.material[materialIndex] as Partial<AccessorySurface> | undefined;
      depth.depthWrite = depth.colorWrite = material?.castsShadow ?? true;
    };
    // other objects share this material of three's
    mesh.onAfterShadow = (_renderer, _object, _camera, _shadowCamera, _geometry, depth) => {
      depth.depthWrite = depth.colorWrite = true;
    };
  },
};
