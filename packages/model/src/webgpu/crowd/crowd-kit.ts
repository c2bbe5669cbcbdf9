import type { ModelKit } from '../../surface/surface-kit.js';
import { BodyMaterial } from '../body-material.js';
import { createGroundShadow } from '../ground-shadow-material.js';
import type { CrowdNodes } from '../instance-data.js';
import { bodySurface, WEBGPU_MODEL_KIT } from '../model-kit.js';
import { OutlineMaterial } from '../outline-material.js';

/** The materials of one crowd. Materials of bodies are made in the order of the model. */
export function createCrowdKit(crowd: CrowdNodes): ModelKit {
  let bodies = 0;
  return {
    ...WEBGPU_MODEL_KIT,
    body: (options) => bodySurface(new BodyMaterial({ ...options, crowd }, bodies++)),
    outline: (options) => new OutlineMaterial({ ...options, crowd }),
    groundShadow: (features) => createGroundShadow({ ...features, crowd }),
  };
}
