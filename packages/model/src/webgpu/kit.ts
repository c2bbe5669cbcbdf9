import { DoubleSide, FrontSide, type Material, type Mesh } from 'three';
import {
  type BodyOptions,
  type BodySurface,
  isMmdMap,
  type LitSurface,
  type ModelKit,
  type ShadowCaster,
} from '../surface/surface-kit.js';
import { BodyMaterial } from './body-material.js';
import { createGroundShadow } from './ground-shadow-material.js';
import { OutlineMaterial } from './outline-material.js';
import { createPageSurface } from './page-material.js';
import { createViewCopy } from './view-copy.js';

/** The materials of models for `WebGPURenderer`, as nodes. */
export const WEBGPU_MODEL_KIT: ModelKit = {
  renderer: 'WebGPURenderer',
  createViewCopy,
  body: (options) => bodySurface(new BodyMaterial(options)),
  page: createPageSurface,
  outline: (options) => litSurface(new OutlineMaterial(options)),
  groundShadow: createGroundShadow,
  castShadows: castBodyShadows,
};

export function bodySurface(material: BodyMaterial): BodySurface {
  return {
    ...litSurface(material),
    write: (values, start, opacity) => material.write(values, start, opacity),
    setTexture: (slot, texture, sphereMode) => material.setTexture(slot, texture, sphereMode),
    dispose: () => material.dispose(),
  };
}

export function litSurface(material: OutlineMaterial | BodyMaterial): LitSurface {
  return { material, lightByScene: (isLit) => material.lightByScene(isLit) };
}

/**
 * Makes a body cast shadows with the sides that MMD's map has. The materials themselves say where their
 * vertices are, and whether they cast.
 */
function castBodyShadows(body: Mesh, materials: readonly BodyOptions[]): ShadowCaster {
  body.onBeforeShadow = (_renderer, _object, _camera, shadowCamera, _geometry, _depth, group) => {
    // three draws the backs of things into shadow maps; MMD draws what the eye would see
    if (!isMmdMap(shadowCamera)) return;
    const { materialIndex } = group as unknown as { readonly materialIndex: number };
    const material = (body.material as Material[])[materialIndex];
    material.shadowSide = materials[materialIndex].isDoubleSided ? DoubleSide : FrontSide;
  };
  return { dispose() {} };
}
