import type { ModelKit } from '../surface/surface-kit.js';
import { BodyMaterial } from './body-material.js';
import { checkRenderer } from './check-renderer.js';
import { createGroundShadow } from './ground-shadow-material.js';
import { OutlineMaterial } from './outline-material.js';
import { castBodyShadows } from './shadow-caster.js';

/** The materials of models for `WebGPURenderer`, as nodes. */
export const WEBGPU_MODEL_KIT: ModelKit = {
  body(options) {
    const material = new BodyMaterial(options);
    return {
      material,
      write: (values, start) => material.write(values, start),
      setTexture: (slot, texture, sphereMode) => material.setTexture(slot, texture, sphereMode),
    };
  },
  outline(name, features, edge) {
    const material = new OutlineMaterial(name, features, edge);
    return { material, write: (values, start, color) => material.write(values, start, color) };
  },
  groundShadow: createGroundShadow,
  castShadows: castBodyShadows,
  checkRenderer,
};
