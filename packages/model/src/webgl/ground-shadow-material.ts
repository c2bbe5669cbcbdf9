import { Color, DoubleSide, ShaderMaterial, UniformsLib, UniformsUtils } from 'three';
import { GROUND_SHADOW_SHADE } from '../look/mmd-look.js';
import { type ShaderFeatures, shaderDefines } from './body-material.js';
import { SCENE_LIGHT, SUN_LIGHT_DEFINES } from './scene-light.js';
import { SKIN_VERTEX } from './skin-vertex.js';

/**
 * The shadow of a model on the ground, the plane through its root: the model itself, flattened along the light.
 *
 * It has one opaque colour, as in MMD, so that overlapping parts do not get darker. `uniforms.color` may be changed.
 */
export function createGroundShadowMaterial(features: ShaderFeatures): ShaderMaterial {
  const shade = new Color().setScalar(GROUND_SHADOW_SHADE).convertSRGBToLinear();
  return new ShaderMaterial({
    name: 'ground shadow',
    defines: { ...shaderDefines(features), ...SUN_LIGHT_DEFINES },
    uniforms: Object.assign(UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]), {
      color: { value: shade },
    }),
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: DoubleSide,
    transparent: true, // drawn after the floor
    polygonOffset: true, // and in front of it
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -4,
    toneMapped: false,
    lights: true,
    fog: true,
    clipping: true,
  });
}

const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
${SKIN_VERTEX}
${SCENE_LIGHT}

void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
  vec3 up = normalize(normalMatrix * vec3(0.0, 1.0, 0.0));
  vec3 ground = modelViewMatrix[3].xyz;
  vec3 light = lightDirection();
  float slope = dot(light, up);
  mvPosition.xyz -= light * dot(mvPosition.xyz - ground, up) / slope;
  #ifdef USE_LOGARITHMIC_DEPTH_BUFFER
    if (isPerspectiveMatrix(projectionMatrix)) mvPosition.xyz *= 0.999; // polygon offset has no effect with it
  #endif
  gl_Position = projectionMatrix * mvPosition;
  if (slope < 0.01) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // a light from below casts none
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  #include <fog_vertex>
}
`;

const FRAGMENT = /* glsl */ `
#include <common>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
uniform vec3 color;

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  gl_FragColor = vec4(color, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
