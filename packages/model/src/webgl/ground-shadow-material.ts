import {
  type Camera,
  DoubleSide,
  LessDepth,
  type Matrix4,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three';
import { writePlaneDepth } from '../ground-shadow/plane-depth.js';
import { GROUND_SHADOW_ALPHA, GROUND_SHADOW_HEIGHT, MMD_LIGHT_COLOR } from '../look/mmd-look.js';
import type { GroundShadowSurface, LookSettings, SkinOptions } from '../surface/surface-kit.js';
import { shaderDefines } from './body-material.js';
import { SCENE_LIGHT, SCENE_LIGHT_COLOR, SUN_LIGHT_DEFINES } from './scene-light.js';
import { SKIN_VERTEX } from './skin-vertex.js';

/**
 * The shadow of a model on a plane a little above the ground of its root: the model itself, flattened along
 * the light.
 *
 * It has the light's colour, times `uniforms.brightness`, at the alpha `uniforms.opacity`: on a dark ground
 * it is lighter than that. Where the strength of the light is not MMD's, see `LightStrength`, it is black,
 * and as dark on a white ground as MMD's would be: so it is never lighter than the ground. Each pixel gets it
 * once, although many triangles lie there: all of them write exactly the same depth there, which passes the
 * first time only. So it needs no stencil buffer.
 */
export function createGroundShadowMaterial(
  lightRange: LookSettings['lightRange'],
  skin?: SkinOptions,
): ShaderMaterial {
  return new ShaderMaterial({
    name: 'ground shadow',
    defines: { ...(skin && shaderDefines(skin)), ...SUN_LIGHT_DEFINES },
    uniforms: Object.assign(UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]), skin?.pose, {
      lightRange,
      opacity: { value: GROUND_SHADOW_ALPHA },
      brightness: { value: 1 },
      planeDepth: { value: new Vector3() },
    }),
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: DoubleSide,
    transparent: true, // drawn after the floor
    depthFunc: LessDepth,
    toneMapped: false,
    lights: true,
    fog: true,
    clipping: true,
  });
}

/** The ground shadow of a model. */
export function createGroundShadow(skin: SkinOptions, { lightRange }: LookSettings): GroundShadowSurface {
  const material = createGroundShadowMaterial(lightRange, skin);
  material.onBeforeRender = (renderer, _scene, camera, _geometry, object) =>
    writePixelDepth(material, renderer, camera, object.modelViewMatrix);
  return groundShadowSurface(material);
}

export function groundShadowSurface(material: ShaderMaterial): GroundShadowSurface {
  const { opacity, brightness } = material.uniforms;
  return { material, opacity, brightness };
}

/**
 * Writes how deep the plane of the shadow is at each pixel, see {@link writePlaneDepth}. Allocates nothing.
 */
export function writePixelDepth(
  { uniforms }: ShaderMaterial,
  renderer: WebGLRenderer,
  camera: Camera,
  modelView: Matrix4,
): void {
  const planeDepth = uniforms['planeDepth'].value as Vector3;
  writePlaneDepth(planeDepth, camera, modelView);
  renderer.getCurrentViewport(viewport);
  planeDepth.x *= 2 / viewport.z;
  planeDepth.y *= 2 / viewport.w;
  planeDepth.z -= planeDepth.x * (viewport.x + viewport.z / 2) + planeDepth.y * (viewport.y + viewport.w / 2);
}

const viewport = /* @__PURE__ */ new Vector4();

/** A light from below casts no shadow. */
const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <bsdfs>
#include <lights_pars_begin>
#include <clipping_planes_pars_vertex>
${SKIN_VERTEX}
${SCENE_LIGHT}

void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
  vec3 up = normalize(normalMatrix * vec3(0.0, 1.0, 0.0));
  vec3 ground = (modelViewMatrix * vec4(0.0, ${GROUND_SHADOW_HEIGHT}, 0.0, 1.0)).xyz;
  vec3 light = lightDirection();
  float slope = dot(light, up);
  mvPosition.xyz -= light * dot(mvPosition.xyz - ground, up) / slope;
  gl_Position = projectionMatrix * mvPosition;
  if (slope < 0.001) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
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
${SCENE_LIGHT_COLOR}
uniform mat4 projectionMatrix;
uniform vec3 planeDepth;
uniform float opacity, brightness;

float pixelDepth() {
  float level = dot(planeDepth, vec3(gl_FragCoord.xy, 1.0));
  bool isPerspective = isPerspectiveMatrix(projectionMatrix);
  float depth = isPerspective ? 1.0 / level : level;
  #ifdef USE_LOGARITHMIC_DEPTH_BUFFER
    if (isPerspective) return log2(1.0 + depth) * logDepthBufFC * 0.5;
  #endif
  vec4 clip = projectionMatrix * vec4(0.0, 0.0, -depth, 1.0);
  #if defined(USE_REVERSED_DEPTH_BUFFER) || defined(USE_REVERSEDEPTHBUF)
    return clip.z / clip.w;
  #else
    return 0.5 + 0.5 * clip.z / clip.w;
  #endif
}

vec4 shadowColor() {
  if (followsMmd()) {
    return vec4(sRGBTransferEOTF(vec4(min(brightness * lightColor(), 1.0), 1.0)).rgb, opacity);
  }
  float darkness = 1.0 - min(brightness * ${MMD_LIGHT_COLOR}, 1.0);
  vec3 kept = vec3(1.0 - opacity * darkness * lightPart());
  // in linear pictures, less of the light is left for the same color on the screen
  return vec4(vec3(0.0), 1.0 - linearToOutputTexel(sRGBTransferEOTF(vec4(kept, 1.0))).r);
}

void main() {
  #include <clipping_planes_fragment>
  gl_FragDepth = pixelDepth();
  gl_FragColor = shadowColor();
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
