import type { ModelKit } from '../surface/surface-kit.js';
import { createBodyMaterial, lightBody, setBodyTexture, writeBodyValues } from './body-material.js';
import { castBodyShadows } from './depth-material.js';
import { createGroundShadow } from './ground-shadow-material.js';
import { createOutlineMaterial, lightOutline } from './outline-material.js';
import { createPageSurface } from './page-material.js';
import { createViewCopy } from './view-copy.js';

/** The materials of models for `WebGLRenderer`, in GLSL. */
export const WEBGL_MODEL_KIT: ModelKit = {
  renderer: 'WebGLRenderer',
  createViewCopy,
  body(options) {
    const material = createBodyMaterial(options);
    return {
      material,
      lightByScene: (isLit) => lightBody(material, options.look, isLit),
      write: (values, start, opacity) => writeBodyValues(material, values, start, opacity),
      setTexture: (slot, texture, sphereMode) => setBodyTexture(material, slot, texture, sphereMode),
      dispose: () => material.dispose(),
    };
  },
  page: createPageSurface,
  outline(options) {
    const material = createOutlineMaterial(options);
    return { material, lightByScene: (isLit) => lightOutline(material, options.edge, isLit) };
  },
  groundShadow: createGroundShadow,
  castShadows: castBodyShadows,
};
