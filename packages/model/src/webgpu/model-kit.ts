import type { BodySurface, ModelKit } from '../surface/surface-kit.js';
import { BodyMaterial } from './body-material.js';
import { checkRenderer } from './check-renderer.js';
import { createGroundShadow } from './ground-shadow-material.js';
import { OutlineMaterial } from './outline-material.js';
import { castBodyShadows } from './shadow-caster.js';

/** The materials of models for `WebGPURenderer`, as nodes. */
export const WEBGPU_MODEL_KIT: ModelKit = {
  body: (options) => bodySurface(new BodyMaterial(options)),
  outline: (options) => new OutlineMaterial(options),
  groundShadow: createGroundShadow,
  castShadows: castBodyShadows,
  checkRenderer,
};

export function bodySurface(material: BodyMaterial): BodySurface {
  return {
    material,
    write: (values, start) => material.write(values, start),
    setTexture: (slot, texture, sphereMode) => material.setTexture(slot, texture, sphereMode),
  };
}
