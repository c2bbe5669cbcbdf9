import { BackSide, ShaderMaterial, UniformsLib, UniformsUtils } from 'three';
import { EDGE_BASE, EDGE_FOV, EDGE_WIDTH } from '../look/mmd-look.js';
import type { EdgeSettings, OutlineOptions } from '../surface/surface-kit.js';
import { shaderDefines } from './body-material.js';
import { SCENE_LOOK, SUN_LIGHT_DEFINES } from './scene-light.js';
import { applyEnvironment, environmentUniforms } from './scene-environment.js';
import { ENVIRONMENT_LIGHT, SCENE_LIGHTS } from './scene-lights.js';
import { SKIN_VERTEX, UNIT } from './skin-vertex.js';

/** Edges: the back faces of surfaces, moved outwards along the normals. */
export function createOutlineMaterial({
  name,
  edge,
  table,
  single,
  pose,
  ...features
}: OutlineOptions): ShaderMaterial {
  const { scene: _scene, ...uniforms } = edge;
  return new ShaderMaterial({
    name,
    defines: { ...shaderDefines(features), ...SUN_LIGHT_DEFINES },
    uniforms: Object.assign(
      UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]),
      uniforms,
      environmentUniforms(),
      pose,
      { materialTable: { value: table }, single: { value: single } },
    ),
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: BackSide,
    transparent: true,
    toneMapped: false,
    lights: true, // for the look
    fog: true,
    clipping: true,
  });
}

/** Has the lights of the scene light edges, or none, as in MMD. */
export function lightOutline(material: ShaderMaterial, { scene }: EdgeSettings, isLit: boolean): void {
  material.fragmentShader = isLit ? SCENE_FRAGMENT : FRAGMENT;
  material.toneMapped = isLit;
  if (isLit) material.defines['USE_SCENE'] = '';
  else delete material.defines['USE_SCENE'];
  material.onBeforeRender = isLit
    ? (renderer, of) => applyEnvironment(material, scene, renderer, of)
    : () => {};
  material.needsUpdate = true;
}

/**
 * `halfHeight` is that of the whole picture; with perspective, at the depth 1. A view without a fov counts as
 * if MMD's camera showed a picture of its height.
 *
 * All vertices without an edge are one point: such triangles have no area.
 */
const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
${SKIN_VERTEX}
#ifdef USE_SCENE
  #include <shadowmap_pars_vertex>
  ${ENVIRONMENT_LIGHT}
  varying vec3 vEnvironmentLight;
  varying vec3 vViewNormal;
  varying vec3 vToEye;
#endif
attribute float edgeScale, edgeMaterial;
flat varying vec4 edgeColor;
flat varying float edgeOpacity;
uniform highp sampler2D materialTable;
uniform float single, edgeFactor, edgeBone, orthographicFov, viewPart;
uniform vec3 edgeOrigin;
uniform vec4 commonColor;

void main() {
  int row = int(single < 0.0 ? edgeMaterial : single);
  edgeColor = texelFetch(materialTable, ivec2(0, row), 0);
  vec2 own = texelFetch(materialTable, ivec2(1, row), 0).xy;
  float edgeSize = own.x;
  edgeOpacity = own.y;
  if (commonColor.w > 0.0) edgeColor.rgb = commonColor.rgb;
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
  vec4 origin = modelViewMatrix * (getBoneMatrix(edgeBone) * vec4(edgeOrigin, 1.0));
  float distance = length(origin.xyz);
  float halfHeight = 1.0 / (viewPart * projectionMatrix[1][1]);
  float fov = isPerspectiveMatrix(projectionMatrix) ? degrees(2.0 * atan(halfHeight)) : orthographicFov;
  if (fov == 0.0) {
    distance = 2.0 * halfHeight * 16.0 / 9.0;
    fov = 30.0;
  }
  float width = ${EDGE_WIDTH} * (${EDGE_BASE} + ${EDGE_FOV} * fov) * distance;
  mvPosition.xyz += width * edgeFactor * edgeSize * edgeScale * length(objectNormal) * unit(normalMatrix * objectNormal);
  if (!(edgeSize > 0.0)) mvPosition = vec4(0.0, 0.0, 0.0, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  #ifdef USE_SCENE
    vec3 transformedNormal = unit(normalMatrix * objectNormal);
    vViewNormal = transformedNormal;
    vEnvironmentLight = environmentLight(transformedNormal);
    vToEye = -mvPosition.xyz;
    #include <worldpos_vertex>
    #include <shadowmap_vertex>
  #endif
  #include <fog_vertex>
}
`;

/** The plain look ignores the alpha of edges. */
const FRAGMENT = /* glsl */ `
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
${SCENE_LOOK}
flat varying vec4 edgeColor;
flat varying float edgeOpacity;

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  float alpha = (isShaded() ? edgeColor.a : 1.0) * edgeOpacity;
  if (alpha < 0.999 / 255.0) discard;
  gl_FragColor = sRGBTransferEOTF(clamp(vec4(edgeColor.rgb, alpha), 0.0, 1.0));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;

/**
 * The look `'scene'`: edges have the color of the file times all light that arrives at the body, so that they
 * do not shine at night.
 */
const SCENE_FRAGMENT = /* glsl */ `
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
${UNIT}
${SCENE_LIGHTS}
flat varying vec4 edgeColor;
flat varying float edgeOpacity;
varying vec3 vEnvironmentLight;
varying vec3 vViewNormal;
varying vec3 vToEye;

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  float alpha = edgeColor.a * edgeOpacity;
  if (alpha < 0.999 / 255.0) discard;
  vec3 all, around;
  sumLights(unit(vViewNormal), vToEye, vEnvironmentLight, all, around);
  gl_FragColor = sRGBTransferEOTF(clamp(vec4(edgeColor.rgb, alpha), 0.0, 1.0));
  gl_FragColor.rgb *= all + around;
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
