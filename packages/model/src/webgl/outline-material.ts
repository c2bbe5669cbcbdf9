import { BackSide, type Color, ShaderMaterial, UniformsLib, UniformsUtils, Vector4 } from 'three';
import { EDGE_BASE, EDGE_FOV, EDGE_WIDTH } from '../look/mmd-look.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import { type EdgeSettings, readEdgeColor } from '../surface/edge-settings.js';
import type { SurfaceFeatures } from '../surface/surface-kit.js';
import { shaderDefines } from './body-material.js';
import { SCENE_LOOK, SUN_LIGHT_DEFINES } from './scene-light.js';
import { SKIN_VERTEX } from './skin-vertex.js';

/** The edge around one material: the back faces of its surface, moved outwards along the normals. */
export function createOutlineMaterial(
  name: string,
  features: SurfaceFeatures,
  edge: EdgeSettings,
): ShaderMaterial {
  return new ShaderMaterial({
    name: `${name} edge`,
    defines: { ...shaderDefines(features), ...SUN_LIGHT_DEFINES },
    uniforms: Object.assign(UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]), edge, {
      edgeColor: { value: new Vector4(0, 0, 0, 1) },
      edgeSize: { value: 1 },
    }),
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

/** Writes a material's edge values into the uniforms, see {@link MATERIAL_VALUE}. `color` replaces its own. Allocates nothing. */
export function writeOutlineValues(
  { uniforms }: ShaderMaterial,
  values: Float32Array,
  start: number,
  color?: Color,
): void {
  readEdgeColor(values, start, color, uniforms['edgeColor'].value);
  uniforms['edgeSize'].value = values[start + MATERIAL_VALUE.edgeSize];
}

/**
 * `halfHeight` is that of the whole picture; with perspective, at the depth 1. A view without a fov counts as if MMD's camera showed a picture
 * of its height.
 */
const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
${SKIN_VERTEX}
attribute float edgeScale;
uniform float edgeSize, edgeFactor, edgeBone, orthographicFov, viewPart;
uniform vec3 edgeOrigin;

void main() {
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
  gl_Position = projectionMatrix * mvPosition;
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  #include <fog_vertex>
}
`;

const FRAGMENT = /* glsl */ `
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
${SCENE_LOOK}
uniform vec4 edgeColor;

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  float alpha = isShaded() ? edgeColor.a : 1.0; // the plain look ignores it
  if (alpha < 0.999 / 255.0) discard;
  gl_FragColor = sRGBTransferEOTF(clamp(vec4(edgeColor.rgb, alpha), 0.0, 1.0));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
