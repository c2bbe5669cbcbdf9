import { DoubleSide, FrontSide, type Material, type Mesh } from 'three';
import type { BodyOptions, ShadowCaster } from '../surface/surface-kit.js';
import { isMmdMap } from '../surface/mmd-map.js';

/**
 * Makes a body cast shadows with the sides that MMD's map has. The materials themselves say where their vertices are, and whether they cast.
 */
export function castBodyShadows(body: Mesh, materials: readonly BodyOptions[]): ShadowCaster {
  body.onBeforeShadow = (_renderer, _object, _camera, shadowCamera, _geometry, _depth, group) => {
    // three draws the backs of things into shadow maps; MMD draws what the eye would see
    if (!isMmdMap(shadowCamera)) return;
    const { materialIndex } = group as unknown as { readonly materialIndex: number };
    const material = (body.material as Material[])[materialIndex];
    material.shadowSide = materials[materialIndex].isDoubleSided ? DoubleSide : FrontSide;
  };
  return { dispose() {} };
}
