import { ShaderMaterial, type Texture, UniformsLib, UniformsUtils, Vector3, Vector4 } from 'three';
import { MMD_LIGHT_COLOR } from '../look/mmd-look.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import {
  type BodyOptions,
  type LookSettings,
  fadedAlpha,
  setBodySides,
  type SurfaceFeatures,
  type TextureSlot,
} from '../surface/surface-kit.js';
import { GLOW } from './glow.js';
import { HIGHLIGHT, LIGHTING_SUM } from './lighting-sum.js';
import {
  SCENE_LIGHT,
  SCENE_LIGHT_COLOR,
  SCENE_LOOK,
  SCENE_SHADOW,
  SUN_LIGHT_DEFINES,
} from './scene-light.js';
import { applyEnvironment, environmentUniforms } from './scene-environment.js';
import { ENVIRONMENT_LIGHT, SCENE_LIGHTS, SCENE_SUM } from './scene-lights.js';
import { MORPHED_UVS, SKIN_VERTEX, UNIT } from './skin-vertex.js';

/**
 * The surface of one material as MMD draws it.
 *
 * It counts as transparent whatever its alpha: three draws transparent objects in the order of the materials,
 * as MMD does. It is not tone mapped, so that colours stay as the author made them. Morphs write its colours
 * into `uniforms`.
 */
export function createBodyMaterial(options: BodyOptions): ShaderMaterial {
  return new ShaderMaterial({
    name: options.name,
    defines: { ...shaderDefines(options), ...SUN_LIGHT_DEFINES },
    uniforms: { ...bodyUniforms(options), ...options.pose },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    toneMapped: false,
    lights: true,
    fog: true,
    clipping: true,
  });
}

export function shaderDefines({
  hasSdef,
  hasSubTexture,
  hasVertexMorphs,
  hasUvMorphs,
}: SurfaceFeatures): Record<string, string> {
  return {
    ...(hasSdef && { USE_SDEF: '' }),
    ...(hasSubTexture && { USE_SUB_TEXTURE: '' }),
    ...(hasVertexMorphs && { USE_VERTEX_MORPHS: '' }),
    ...(hasUvMorphs && { USE_UV_MORPHS: '' }),
  };
}

function bodyUniforms({
  isDoubleSided,
  receivesShadow,
  white,
  look,
}: BodyOptions): ShaderMaterial['uniforms'] {
  const uniforms = UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]);
  const color = (): { value: Vector4 } => ({ value: new Vector4(1, 1, 1, 1) });
  return Object.assign(uniforms, {
    look: look.look,
    softShadows: look.softShadows,
    glow: look.glow,
    lightRange: look.lightRange,
    shadeColor: look.scene.shadeColor,
    rampSoftness: look.scene.rampSoftness,
    rim: look.scene.rim,
    ...environmentUniforms(),
    isDoubleSided: { value: isDoubleSided },
    diffuse: color(),
    specular: { value: new Vector3() },
    specularPower: { value: 0 },
    ambient: { value: new Vector3() },
    colorMap: { value: white },
    sphereMap: { value: white },
    toonMap: { value: white },
    hasColorMap: { value: false },
    hasToon: { value: false },
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
export function writeBodyValues(
  material: ShaderMaterial,
  values: Float32Array,
  start: number,
  opacity: number,
): void {
  const { uniforms } = material;
  for (let i = 0; i < COLORS.length; i++) {
    uniforms[COLORS[i]].value.fromArray(values, start + MATERIAL_VALUE[COLORS[i]]);
  }
  for (let i = 0; i < TINTS.length; i++) {
    uniforms[TINTS[i]].value.fromArray(values, start + MATERIAL_VALUE[TINTS[i]]);
  }
  uniforms['specularPower'].value = values[start + MATERIAL_VALUE.specularPower];
  const diffuse = uniforms['diffuse'].value as Vector4;
  diffuse.w = fadedAlpha(diffuse.w, opacity);
  setBodySides(material, diffuse.w >= 1, uniforms['isDoubleSided'].value);
}

/** Has the lights of the scene light it, or MMD's. */
export function lightBody(material: ShaderMaterial, { scene }: LookSettings, isLit: boolean): void {
  material.fragmentShader = isLit ? SCENE_FRAGMENT : FRAGMENT;
  material.toneMapped = isLit;
  material.onBeforeRender = isLit
    ? (renderer, of) => applyEnvironment(material, scene, renderer, of)
    : () => {};
  material.needsUpdate = true;
}

/**
 * Shows a loaded texture, whose slot is the name of its uniform. `sphereMode`: 0 none, 1 multiply, 2 add, 3
 * sub-texture.
 */
export function setBodyTexture(
  { uniforms }: ShaderMaterial,
  slot: TextureSlot,
  texture: Texture,
  sphereMode: number,
): void {
  uniforms[slot].value = texture;
  if (slot === 'colorMap') uniforms['hasColorMap'].value = true;
  if (slot === 'toonMap') uniforms['hasToon'].value = true;
  if (slot === 'sphereMap') uniforms['sphereMode'].value = sphereMode;
}

/** In an orthographic view, the eye is where it is in a perspective one, as in MMD. */
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
${ENVIRONMENT_LIGHT}
#ifdef USE_SUB_TEXTURE
  attribute vec4 uv1;
#endif
${MORPHED_UVS}
uniform float specularPower;
varying float vHighlight;
varying vec3 vEnvironmentLight;
varying vec3 vViewNormal;
varying vec3 vToEye;
varying vec2 vColorUv;
varying vec2 vSubUv;

void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  vec3 transformedNormal = unit(normalMatrix * objectNormal);
  vViewNormal = length(objectNormal) * transformedNormal;
  vEnvironmentLight = environmentLight(transformedNormal);
  vColorUv = uv;
  vSubUv = vec2(0.0);
  #ifdef USE_SUB_TEXTURE
    vSubUv = uv1.xy;
  #endif
  #include <project_vertex>
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  vToEye = -mvPosition.xyz;
  vHighlight = highlight(vViewNormal, lightDirection(), normalize(vToEye), specularPower);
  #include <worldpos_vertex>
  #include <shadowmap_vertex>
  #include <fog_vertex>
}
`;

/** What the shaders of all looks read. `texturedColor()` has the texture and the sphere map, with tints. */
const BODY_VALUES = /* glsl */ `
uniform vec4 diffuse;
uniform vec3 specular;
uniform float specularPower;
uniform vec3 ambient;
uniform sampler2D colorMap;
uniform sampler2D sphereMap;
uniform sampler2D toonMap;
uniform bool hasColorMap;
uniform bool hasToon;
uniform int sphereMode;
uniform bool receivesShadow;
uniform bool isDoubleSided;
uniform vec4 textureMultiply, textureAdd, sphereMultiply, sphereAdd, toonMultiply, toonAdd;
varying vec3 vViewNormal;
varying vec3 vToEye;
varying vec2 vColorUv;
varying vec2 vSubUv;

vec4 sphereTexel() {
  return texture2D(sphereMap, sphereMode == 3 ? vSubUv : sphereUv(vViewNormal));
}

vec3 withSphere(vec3 color, vec3 sphere) {
  return sphereMode == 2 ? color + sphere : color * sphere;
}

vec4 texturedColor(vec4 base) {
  vec4 color = base;
  if (hasColorMap) {
    vec4 texel = texture2D(colorMap, vColorUv);
    color *= vec4(tinted(texel.rgb, textureMultiply, textureAdd), texel.a);
  }
  if (sphereMode != 0) {
    vec4 sphere = sphereTexel();
    color = vec4(withSphere(color.rgb, tinted(sphere.rgb, sphereMultiply, sphereAdd)), color.a * sphere.a);
  }
  return color;
}

vec3 lastToon() {
  return hasToon ? texture2D(toonMap, vec2(0.0, 1.0)).rgb * (255.0 / 256.0) : vec3(1.0);
}
`;

/** `shadedToon()` is the last colour of the toon. A texel of 255 counts as 255/256. */
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
${SCENE_LOOK}
${SCENE_SHADOW}
${UNIT}
${HIGHLIGHT}
${LIGHTING_SUM}
${BODY_VALUES}
${GLOW}
varying float vHighlight;

vec4 plainColor(vec4 base, vec3 light) {
  vec4 color = base * texture2D(colorMap, vColorUv);
  color.rgb *= texture2D(toonMap, toonUv(vViewNormal, lightDirection())).rgb;
  if (sphereMode != 0) {
    vec4 sphere = sphereTexel();
    color = vec4(withSphere(color.rgb, sphere.rgb), color.a * sphere.a);
  }
  color.rgb += vHighlight * specular * light;
  return color;
}

vec3 shadedToon() {
  return lastToon() * toonMultiply.rgb + toonAdd.rgb;
}

vec4 shadedColor(vec4 base, vec3 light) {
  vec3 normal = unit(vViewNormal);
  vec4 color = texturedColor(base);
  float lit = litPart(normal, lightDirection(), receivesShadow && receiveShadow ? visibility() : 1.0);
  float shine = highlight(normal, lightDirection(), normalize(vToEye), max(specularPower, 0.1));
  color.rgb = color.rgb * mix(shadedToon(), vec3(1.0), lit) + lit * shine * specular * light;
  return color;
}

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  bool shaded = isShaded();
  if (shaded && !isDoubleSided && !gl_FrontFacing) discard;
  vec3 light = lightColor();
  vec4 base = vec4(baseColor(ambient, diffuse.rgb, light), clamp(diffuse.a, 0.0, 1.0));
  vec4 color = shaded ? shadedColor(base, light) : plainColor(base, light);
  if (color.a < 0.999 / 255.0) discard;
  gl_FragColor = sRGBTransferEOTF(clamp(color, 0.0, 1.0));
  if (glows()) gl_FragColor.rgb += glowColor(texture2D(colorMap, vColorUv).rgb);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;

/** The look `'scene'`: see scene-lights.ts. */
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
${HIGHLIGHT}
${LIGHTING_SUM}
${BODY_VALUES}
${GLOW}
${SCENE_LIGHTS}
${SCENE_SUM}

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  if (!isDoubleSided && !gl_FrontFacing) discard;
  vec3 base = baseColor(ambient, diffuse.rgb, vec3(${MMD_LIGHT_COLOR}));
  vec4 color = texturedColor(vec4(base, clamp(diffuse.a, 0.0, 1.0)));
  if (color.a < 0.999 / 255.0) discard;
  vec3 toon = mix(lastToon(), shadeColor.rgb, shadeColor.w) * toonMultiply.rgb + toonAdd.rgb;
  vec3 shine = specular * ${MMD_LIGHT_COLOR};
  float power = max(specularPower, 0.1);
  gl_FragColor = vec4(inScene(color.rgb, toon, shine, power, receivesShadow && receiveShadow), min(color.a, 1.0));
  if (glows()) gl_FragColor.rgb += glowColor(texture2D(colorMap, vColorUv).rgb);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
