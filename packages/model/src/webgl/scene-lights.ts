import { ShaderChunk } from 'three';

/*
 * The look 'scene': MMD's shaded look in all lights of a scene. With linear colours: cᵢ is a light as it
 * arrives if nothing is in the way, divided by π, and vᵢ how much of it the shadow maps let through. E is the
 * light from all around (ambient lights, hemispheres, probes, `scene.environment`), divided by π.
 *
 *     lit    = Σ vᵢ · clamp(N·Lᵢ / softness) · cᵢ             softness is ⅓ in MMD
 *     all    = Σ cᵢ
 *     part   = |lit + E| / |all + E|                          |x| is the luminance
 *     shaded = (base · texture · sphere) · mix(the toon's last colour, 1, part)
 *     light  = lit + E + |toon| · (all − lit)                 scaled to the luminance |all + E|
 *     colour = linear(shaded) · light + highlights + rim
 *
 * `base` and what is multiplied with it is as in the shaded look in MMD's default light, gamma encoded. So
 * one white light with c = 1 gives the colours of the shaded look. The toon is read once, for the sum of all
 * lights: several lights do not add borders of their own. As in MMD, the side that no light reaches is not
 * dark but has the toon's colour. `light` has the hue of what arrives at the point.
 *
 * Highlights of lights are MMD's, gamma encoded: the difference that they make is multiplied with their
 * light. Of the environment, only what is brighter than its mean shines: in a room that is equally bright
 * everywhere, nothing does. Its reflectance falls with the power, as lobes get narrower.
 */

const HAS_CUBE_UV = 'cube_uv_reflection_fragment' in ShaderChunk;

/** GLSL: three's `getIBLIrradiance(normal)` and `getIBLRadiance(toEye, normal, roughness)`. */
const ENVIRONMENT = /* glsl */ `
${HAS_CUBE_UV ? '#include <cube_uv_reflection_fragment>' : ''}
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
`;

/**
 * GLSL for the vertex shader: `environmentLight(normal)`, the light of the environment that arrives at a
 * vertex, divided by π. It changes so little between vertices that no pixel reads it anew.
 *
 * three tells only fragment shaders how large its blurred picture is. Its last level is the one that is read.
 */
export const ENVIRONMENT_LIGHT: string = /* glsl */ `
#ifdef USE_ENVMAP
  ${
    HAS_CUBE_UV
      ? `#define ENVMAP_TYPE_CUBE_UV
  #define CUBEUV_TEXEL_WIDTH (1.0 / float(textureSize(envMap, 0).x))
  #define CUBEUV_TEXEL_HEIGHT (1.0 / float(textureSize(envMap, 0).y))
  #define CUBEUV_MAX_MIP (log2(float(textureSize(envMap, 0).y)) - 2.0)`
      : `#define ENVMAP_TYPE_PMREM
  #define ENVMAP_MAX_LOD 99.0`
  }
  ${ENVIRONMENT}
  vec3 environmentLight(vec3 normal) {
    return getIBLIrradiance(normal) * RECIPROCAL_PI;
  }
#else
  vec3 environmentLight(vec3 normal) {
    return vec3(0.0);
  }
#endif
`;

/**
 * GLSL: `sumLights(normal, toEye, mean, all, around)`; `mean` is the part of `around` that is the
 * environment's. Needs `lights_pars_begin` and `shadowmap_pars_fragment`.
 *
 * three's own chunk runs through the lights, once as if there were no shadows.
 */
export const SCENE_LIGHTS: string = /* glsl */ `
void sumLights(vec3 normal, vec3 vViewPosition, vec3 mean, out vec3 all, out vec3 around) {
  all = vec3(0.0);
  #define receiveShadow false
  #define RE_Direct(light, place, normal, eye, coat, material, reflected) all += light.color
  #define RE_IndirectDiffuse
  #include <lights_fragment_begin>
  #undef RE_IndirectDiffuse
  #undef RE_Direct
  #undef receiveShadow
  all *= RECIPROCAL_PI;
  around = irradiance * RECIPROCAL_PI + mean;
}
`;

/** GLSL: `inScene()`, the colour of a body, linear. */
export const SCENE_SUM: string = /* glsl */ `
${ENVIRONMENT}
varying vec3 vEnvironmentLight;
uniform float rampSoftness, rim;
uniform vec4 shadeColor;

vec3 linear(vec3 color) {
  return sRGBTransferEOTF(vec4(clamp(color, 0.0, 1.0), 1.0)).rgb;
}

void addLit(IncidentLight light, vec3 normal, vec3 toEye, float power, inout vec3 lit, inout vec3 shining) {
  vec3 color = light.color * clamp(dot(normal, light.direction) / rampSoftness, 0.0, 1.0);
  lit += color;
  shining += color * highlight(normal, light.direction, toEye, power);
}

void sumLit(vec3 normal, vec3 vViewPosition, float power, bool isShadowed, out vec3 lit, out vec3 shining) {
  lit = shining = vec3(0.0);
  vec3 toEye = normalize(vViewPosition);
  #define receiveShadow isShadowed
  #define RE_Direct(light, place, normal, eye, coat, material, reflected) addLit(light, normal, toEye, power, lit, shining)
  #include <lights_fragment_begin>
  #undef RE_Direct
  #undef receiveShadow
  lit *= RECIPROCAL_PI;
  shining *= RECIPROCAL_PI;
}

vec3 inScene(vec3 color, vec3 toon, vec3 shine, float power, bool isShadowed) {
  vec3 normal = unit(vViewNormal);
  vec3 mean = vEnvironmentLight;
  vec3 all, around, lit, shining;
  sumLights(normal, vToEye, mean, all, around);
  sumLit(normal, vToEye, power, isShadowed, lit, shining);
  vec3 arriving = lit + around;
  float strength = luminance(all + around);
  vec3 light = arriving + luminance(linear(toon)) * (all - lit);
  light *= strength / max(luminance(light), 1e-9);
  float part = min(luminance(arriving) / max(strength, 1e-9), 1.0);
  vec3 shaded = color * mix(toon, vec3(1.0), part);
  vec3 result = linear(shaded) * light;
  float shiningPart = luminance(shining) / max(luminance(all), 1e-9);
  if (shiningPart > 0.0) result += (linear(shaded + shiningPart * shine) - linear(shaded)) * shining / shiningPart;
  vec3 toEye = normalize(vToEye);
  #ifdef USE_ENVMAP
    if (any(greaterThan(shine, vec3(0.0)))) {
      vec3 reflected = getIBLRadiance(toEye, normal, pow(2.0 / (power + 2.0), 0.25));
      result += max(reflected - mean, 0.0) * linear(shine) * 8.0 / (power + 8.0);
    }
  #endif
  return result + rim * pow(1.0 - clamp(dot(normal, toEye), 0.0, 1.0), 3.0) * (all + around);
}
`;
