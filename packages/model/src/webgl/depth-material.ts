import { ShaderMaterial } from 'three';
import { type ShaderFeatures, shaderDefines } from './body-material.js';
import { SKIN_VERTEX } from './skin-vertex.js';

/**
 * Draws a model into a shadow map: skinned, and without the materials that cast no shadow.
 *
 * It suits lights of all kinds, because only the depth buffer is read.
 */
export function createDepthMaterial(features: ShaderFeatures): ShaderMaterial {
  return new ShaderMaterial({
    name: 'shadow depth',
    defines: shaderDefines(features),
    uniforms: { castsShadow: { value: true } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    clipping: true,
  });
}

const VERTEX = /* glsl */ `
#include <common>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
${SKIN_VERTEX}
uniform bool castsShadow;

void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
  gl_Position = castsShadow ? projectionMatrix * mvPosition : vec4(2.0, 2.0, 2.0, 1.0);
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
}
`;

const FRAGMENT = /* glsl */ `
#include <common>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  gl_FragColor = vec4(1.0);
}
`;
