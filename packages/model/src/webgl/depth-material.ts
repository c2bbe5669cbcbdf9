import { DoubleSide, FrontSide, type Mesh, ShaderMaterial } from 'three';
import { type BodyOptions, isMmdMap, type ShadowCaster, type SkinOptions } from '../surface/surface-kit.js';
import { shaderDefines } from './body-material.js';
import { SKIN_VERTEX } from './skin-vertex.js';

/**
 * Draws a model into a shadow map: skinned, and without the materials that cast no shadow.
 *
 * It suits lights of all kinds, because only the depth buffer is read.
 */
function createDepthMaterial(skin: SkinOptions): ShaderMaterial {
  return new ShaderMaterial({
    name: 'shadow depth',
    defines: shaderDefines(skin),
    uniforms: { ...skin.pose, castsShadow: { value: true } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    clipping: true,
  });
}

/**
 * Draws a body into shadow maps with a depth material, which gets the flags of each material before it draws
 * that.
 */
export function castBodyShadows(
  body: Mesh,
  materials: readonly BodyOptions[],
  skin: SkinOptions,
): ShadowCaster {
  const depth = createDepthMaterial(skin);
  body.customDepthMaterial = body.customDistanceMaterial = depth;
  body.onBeforeShadow = (_renderer, _object, _camera, shadowCamera, _geometry, used, group) => {
    if (used !== depth) return;
    // three passes a group, despite its types; null if the user has replaced all materials by one
    const { materialIndex = 0 } = (group ?? {}) as { materialIndex?: number };
    const material = group === null ? undefined : materials[materialIndex];
    depth.uniforms['castsShadow'].value = material?.castsShadow ?? true;
    depth.uniformsNeedUpdate = true;
    // three draws the backs of things into shadow maps; MMD draws what the eye would see
    if (isMmdMap(shadowCamera)) depth.side = material?.isDoubleSided ? DoubleSide : FrontSide;
  };
  return depth;
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
