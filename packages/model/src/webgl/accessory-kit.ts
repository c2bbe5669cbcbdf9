import { FrontSide } from 'three';
import { AccessoryMaker } from '../accessory/accessory-maker.js';
import { type AccessoryKit, isMmdMap } from '../surface/surface-kit.js';
import { AccessoryMaterial } from './accessory-material.js';
import { createObjectShadow } from './object-shadow-material.js';

/*
 * The materials of accessories for `WebGLRenderer`, in GLSL: only dynamic imports may lead here.
 */

export function createAccessoryMaker(): AccessoryMaker {
  return new AccessoryMaker(WEBGL_ACCESSORY_KIT);
}

const WEBGL_ACCESSORY_KIT: AccessoryKit = {
  renderer: 'WebGLRenderer',
  surface: (options) => new AccessoryMaterial(options),
  objectShadow: createObjectShadow,
  castShadows(mesh) {
    mesh.onBeforeShadow = (_renderer, _object, _camera, shadowCamera, _geometry, depth) => {
      // three draws the backs of things into shadow maps; MMD draws what the eye would see
      if (isMmdMap(shadowCamera)) depth.side = FrontSide;
    };
  },
};
