import {
  DoubleSide,
  FrontSide,
  ShaderMaterial,
  type Texture,
  UniformsLib,
  UniformsUtils,
  Vector3,
  Vector4,
} from 'three';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import { HIGHLIGHT, LIGHTING_SUM } from './lighting-sum.js';
import { SCENE_LIGHT, SCENE_LIGHT_COLOR, SCENE_SHADOW, SUN_LIGHT_DEFINES } from './scene-light.js';
import { SKIN_VERTEX, UNIT } from './skin-vertex.js';

/** Features of a model that its shaders depend on. */
export interface ShaderFeatures {
  readonly hasSdef: boolean;
  readonly hasSubTexture: boolean;
}

/** The constant properties of a body material. */
interface BodyOptions extends ShaderFeatures {
  readonly name: string;
  readonly isDoubleSided: boolean;
  readonly receivesShadow: boolean;
  /** A white texture, shown until a texture has loaded or if it is missing. */
  readonly white: Texture;
}

/** The textures of a body material, named like their uniforms. */
export type TextureSlot = 'colorMap' | 'sphereMap' | 'toonMap';

/**
 * The surface of one material as MMD draws it.
 *
 * It counts as transparent whatever its alpha: three draws transparent objects in the order of the materials, as MMD does.
 * It is not tone mapped, so that colours stay as the author made them. Morphs write its colours into `uniforms`.
 */
export function createBodyMaterial(options: BodyOptions): ShaderMaterial {
  return new ShaderMaterial({
    name: options.name,
    defines: { ...shaderDefines(options), ...SUN_LIGHT_DEFINES },
    uniforms: bodyUniforms(options),
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: options.isDoubleSided ? DoubleSide : FrontSide,
    transparent: true,
    toneMapped: false,
    lights: true,
    fog: true,
    clipping: true,
  });
}

export function shaderDefines({ hasSdef, hasSubTexture }: ShaderFeatures): Record<string, string> {
  return { ...(hasSdef && { USE_SDEF: '' }), ...(hasSubTexture && { USE_SUB_TEXTURE: '' }) };
}

function bodyUniforms({ receivesShadow, white }: BodyOptions): ShaderMaterial['uniforms'] {
  const uniforms = UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]);
  const color = (): { value: Vector4 } => ({ value: new Vector4(1, 1, 1, 1) });
  return Object.assign(uniforms, {
    diffuse: color(),
    specular: { value: new Vector3() },
    specularPower: { value: 0 },
    ambient: { value: new Vector3() },
    colorMap: { value: white },
    sphereMap: { value: white },
    toonMap: { value: white },
    sphereMode: { value: 0 }, // until its texture has loaded
    receivesShadow: { value: receivesShadow },
    textureMultiply: color(),
    sphereMultiply: color(),
    toonMultiply: color(),
    textureAdd: color(),
    sphereAdd: color(),
    toonAdd: color(),
  });
}

const COLORS = ['diffuse', 'specular', 'ambient'] as const;
const TINTS = [
  'textureMultiply',
  'sphereMultiply',
  'toonMultiply',
  'textureAdd',
  'sphereAdd',
  'toonAdd',
] as const;

/** Writes a material's values into the uniforms, see {@link MATERIAL_VALUE}. Allocates nothing. */
export function writeBodyValues({ uniforms }: ShaderMaterial, values: Float32Array, start: number): void {
  for (let i = 0; i < COLORS.length; i++) {
    uniforms[COLORS[i]].value.fromArray(values, start + MATERIAL_VALUE[COLORS[i]]);
  }
  for (let i = 0; i < TINTS.length; i++) {
    uniforms[TINTS[i]].value.fromArray(values, start + MATERIAL_VALUE[TINTS[i]]);
  }
  uniforms['specularPower'].value = values[start + MATERIAL_VALUE.specularPower];
}

/** Shows a loaded texture. `sphereMode`: 0 none, 1 multiply, 2 add, 3 sub-texture. */
export function setBodyTexture(
  { uniforms }: ShaderMaterial,
  slot: TextureSlot,
  texture: Texture,
  sphereMode: number,
): void {
  uniforms[slot].value = texture;
  if (slot === 'sphereMap') uniforms['sphereMode'].value = sphereMode;
}

const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <bsdfs>
#include <lights_pars_begin>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
${SKIN_VERTEX}
${SCENE_LIGHT}
${HIGHLIGHT}
#ifdef USE_SUB_TEXTURE
  attribute vec4 uv1;
#endif
uniform float specularPower;
varying float vHighlight;
varying vec3 vViewNormal;
varying vec2 vColorUv;
varying vec2 vSubUv;

void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  vec3 transformedNormal = normalMatrix * objectNormal;
  vViewNormal = transformedNormal;
  vColorUv = uv;
  vSubUv = vec2(0.0);
  #ifdef USE_SUB_TEXTURE
    vSubUv = uv1.xy;
  #endif
  #include <project_vertex>
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  vec3 eye = isPerspectiveMatrix(projectionMatrix) ? normalize(-mvPosition.xyz) : vec3(0.0, 0.0, 1.0);
  vHighlight = highlight(unit(transformedNormal), lightDirection(), eye, specularPower);
  #include <worldpos_vertex>
  #include <shadowmap_vertex>
  #include <fog_vertex>
}
`;

const FRAGMENT = /* glsl */ `
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
${SCENE_LIGHT}
${SCENE_LIGHT_COLOR}
${SCENE_SHADOW}
${UNIT}
${LIGHTING_SUM}
uniform vec4 diffuse;
uniform vec3 specular;
uniform vec3 ambient;
uniform sampler2D colorMap;
uniform sampler2D sphereMap;
uniform sampler2D toonMap;
uniform int sphereMode;
uniform bool receivesShadow;
uniform vec4 textureMultiply, textureAdd, sphereMultiply, sphereAdd, toonMultiply, toonAdd;
varying float vHighlight;
varying vec3 vViewNormal;
varying vec2 vColorUv;
varying vec2 vSubUv;

void applySphere(inout vec4 color, const in vec3 normal) {
  if (sphereMode == 0) return;
  vec4 texel = texture2D(sphereMap, sphereMode == 3 ? vSubUv : sphereUv(normal));
  vec3 neutral = vec3(sphereMode == 2 ? 0.0 : 1.0);
  vec3 tint = tinted(texel.rgb, neutral, sphereMultiply, sphereAdd);
  color.rgb = sphereMode == 2 ? color.rgb + tint : color.rgb * tint;
  color.a *= texel.a;
}

vec3 toonAt(const in float v) {
  return tinted(texture2D(toonMap, vec2(0.0, v)).rgb, vec3(1.0), toonMultiply, toonAdd);
}

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  vec3 normal = unit(vViewNormal);
  vec3 light = lightColor();
  vec4 texel = texture2D(colorMap, vColorUv);
  vec4 color = vec4(baseColor(ambient, diffuse.rgb, light), diffuse.a);
  color *= vec4(tinted(texel.rgb, vec3(1.0), textureMultiply, textureAdd), texel.a);
  applySphere(color, normal);
  if (color.a < 0.5 / 255.0) discard;
  float lit = receivesShadow && receiveShadow ? shadowFactor() : 1.0;
  vec3 toon = toonAt(toonV(normal, lightDirection()));
  color.rgb = lightingSum(color.rgb, toon, toonAt(1.0), vHighlight * specular * light, lit);
  gl_FragColor = sRGBTransferEOTF(vec4(color.rgb, min(color.a, 1.0)));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
