import type { ModelKit } from '../../surface/surface-kit.js';
import { BodyMaterial } from '../body-material.js';
import { createGroundShadow } from '../ground-shadow-material.js';
import type { CrowdNodes } from '../instance-data.js';
import { bodySurface, outlineSurface, WEBGPU_MODEL_KIT } from '../model-kit.js';
import { OutlineMaterial } from '../outline-material.js';

/** The materials of one crowd. Materials of bodies and edges are made in the order of the model. */
export function createCrowdKit(crowd: CrowdNodes): ModelKit {
  let [bodies, edges] = [0, 0];
  return {
    ...WEBGPU_MODEL_KIT,
    body: (options) => bodySurface(new BodyMaterial({ ...options, crowd }, bodies++)),
    outline: (name, features, edge) =>
      outlineSurface(new OutlineMaterial(name, { ...features, crowd }, edge, edges++)),
    groundShadow: (features) => createGroundShadow({ ...features, crowd }),
  };
}
