import { CAMERA_MODEL_NAME, CAMERA_MODEL_NAME_BYTES } from '../vmd/header.js';
import { emptyVmd, type Vmd } from '../vmd/vmd.js';
import type { Pmm } from './pmm.js';
import { pickKeys, savingOrder } from './saving-order.js';

/**
 * Camera, light and self shadow of a project as MMD saves them, in MMD's order of keys.
 *
 * A VMD has no bone for the camera to follow, no accessories and no gravity: they are in `pmm.camera.keys.followModels`
 * and `followBones`, `pmm.accessories`, `pmm.gravity`. O(keys).
 *
 * @example
 * const vmd = pmmCameraToVmd(pmm);
 * vmd.modelName.text; // → 'カメラ・照明' (camera and light)
 * vmd.cameras.count; // → 15
 */
export function pmmCameraToVmd(pmm: Pmm): Vmd {
  return {
    ...emptyVmd({ text: CAMERA_MODEL_NAME, bytes: CAMERA_MODEL_NAME_BYTES.slice() }),
    cameras: camerasOf(pmm.camera.keys),
    lights: lightsOf(pmm.light.keys),
    selfShadows: selfShadowsOf(pmm.selfShadow.keys),
  };
}

function camerasOf(keys: Pmm['camera']['keys']): Vmd['cameras'] {
  const order = savingOrder(keys);
  return {
    count: order.length,
    frames: pickKeys(keys.frames, order, 1),
    distances: pickKeys(keys.distances, order, 1),
    targets: pickKeys(keys.targets, order, 3),
    rotations: pickKeys(keys.rotations, order, 3),
    curves: pickKeys(keys.curves, order, 24),
    fovs: Uint32Array.from(pickKeys(keys.fovs, order, 1)),
    perspective: pickKeys(keys.perspectiveOff, order, 1).map((off) => (off === 0 ? 1 : 0)),
  };
}

function lightsOf(keys: Pmm['light']['keys']): Vmd['lights'] {
  const order = savingOrder(keys);
  return {
    count: order.length,
    frames: pickKeys(keys.frames, order, 1),
    colors: pickKeys(keys.colors, order, 3),
    directions: pickKeys(keys.directions, order, 3),
  };
}

function selfShadowsOf(keys: Pmm['selfShadow']['keys']): Vmd['selfShadows'] {
  const order = savingOrder(keys);
  return {
    count: order.length,
    frames: pickKeys(keys.frames, order, 1),
    modes: pickKeys(keys.modes, order, 1),
    distances: pickKeys(keys.distances, order, 1),
  };
}
