import { type Camera, Matrix4, type Object3D, type ShaderMaterial, type WebGLRenderer } from 'three';
import { GROUND_SHADOW_HEIGHT } from '../look/mmd-look.js';
import type { GroundShadowSurface, LookSettings } from '../surface/surface-kit.js';
import {
  createGroundShadowMaterial,
  groundShadowSurface,
  writePixelDepth,
} from './ground-shadow-material.js';
import { SCENE_LIGHT } from './scene-light.js';

/**
 * The ground shadow of any mesh of three.js: as that of a model, but with three's own skinning and morph
 * targets, and on the ground of another object, because an accessory may be turned by the bone that it is
 * attached to.
 */
export function createObjectShadow(
  ground: () => Object3D,
  lightRange: LookSettings['lightRange'],
): GroundShadowSurface {
  const material = createGroundShadowMaterial(lightRange);
  material.vertexShader = VERTEX;
  material.uniforms['ground'] = { value: new Matrix4() };
  material.onBeforeRender = (renderer, _scene, camera) => writeGround(material, renderer, camera, ground());
  return groundShadowSurface(material);
}

/** Writes where the ground is: the plane y = 0 of an object. Allocates nothing. */
function writeGround(
  material: ShaderMaterial,
  renderer: WebGLRenderer,
  camera: Camera,
  ground: Object3D,
): void {
  const matrix = material.uniforms['ground'].value as Matrix4;
  matrix.multiplyMatrices(camera.matrixWorldInverse, ground.matrixWorld);
  writePixelDepth(material, renderer, camera, matrix);
}

/**
 * MMD flattens accessories to the ground itself, and then lifts the shadow; models it flattens to the lifted
 * plane. A light from below casts no shadow.
 */
const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <bsdfs>
#include <lights_pars_begin>
#include <clipping_planes_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
${SCENE_LIGHT}
uniform mat4 ground;

void main() {
  #include <begin_vertex>
  #include <morphinstance_vertex>
  #include <morphtarget_vertex>
  #include <skinbase_vertex>
  #include <skinning_vertex>
  vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
  vec3 up = normalize((ground * vec4(0.0, 1.0, 0.0, 0.0)).xyz);
  vec3 lift = (ground * vec4(0.0, ${GROUND_SHADOW_HEIGHT}, 0.0, 0.0)).xyz;
  vec3 light = lightDirection();
  float slope = dot(light, up);
  mvPosition.xyz -= light * dot(mvPosition.xyz - ground[3].xyz, up) / slope;
  mvPosition.xyz += lift;
  gl_Position = projectionMatrix * mvPosition;
  if (slope < 0.001) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  #include <clipping_planes_vertex>
  #include <fog_vertex>
}
`;
