import { ShaderMaterial } from 'three';
import { type ShaderFeatures, shaderDefines } from './body-material.js';
import { SKIN_VERTEX } from './skin-vertex.js';

/** How a model gets into a shadow map: as it is skinned, and without the materials that throw no shadow. */
export function createDepthMaterial(features: ShaderFeatures): ShaderMaterial {
  return new ShaderMaterial({
    name: 'shadow depth',
    defines: shaderDefines(features),
    uniforms: { castsShadow: { value: true } },
    vertexShader: VERTEX,
    fragmentShader: 'void main() { gl_FragColor = vec4(1.0); }',
  });
}

const VERTEX = /* glsl */ `
${SKIN_VERTEX}
uniform bool castsShadow;

void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  gl_Position = castsShadow ? projectionMatrix * modelViewMatrix * vec4(transformed, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
`;
