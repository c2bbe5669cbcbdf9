import { OUTSIDE } from './lighting-sum.js';
import {
  LOOKS,
  MMD_LIGHT_COLOR,
  MMD_LIGHT_DIRECTION,
  MMD_LIGHT_STRENGTH,
  MMD_RULES_ABOVE,
} from '../look/mmd-look.js';

const { x, y, z } = MMD_LIGHT_DIRECTION;

/**
 * The `defines` that a material with the functions below needs.
 *
 * three has sun lights since 0.187: it writes their number over these names in the shader. Older ones leave
 * the names, and GLSL refuses a condition with a name that is not defined. A condition `defined(…)` would
 * fail in the newer ones.
 */
export const SUN_LIGHT_DEFINES = { NUM_SUN_LIGHTS: 0, NUM_SUN_LIGHT_SHADOWS: 0 } as const;

/**
 * GLSL: `lightDirection()`, the direction towards the light, in view space. Needs `lights_pars_begin`.
 *
 * MMD has one light: here the first directional light of the scene, else the light of a new MMD project.
 */
export const SCENE_LIGHT: string = /* glsl */ `
vec3 lightDirection() {
  #if NUM_DIR_LIGHTS > 0
    return directionalLights[0].direction;
  #elif NUM_SUN_LIGHTS > 0
    return sunLights[0].direction;
  #else
    return normalize((viewMatrix * vec4(${x}, ${y}, ${z}, 0.0)).xyz);
  #endif
}
`;

/**
 * GLSL: `lightColor()`, the colour of the same light, gamma encoded; `lightPart()`, its strength in parts of
 * MMD's own light, 1 at most; `followsMmd()`, whether its strength is the light's own, see `LightStrength`.
 * Needs `lights_pars_begin`, and the uniform `lightRange`.
 */
export const SCENE_LIGHT_COLOR: string = /* glsl */ `
uniform vec2 lightRange;

bool followsMmd() {
  return lightRange.y > ${MMD_RULES_ABOVE.toExponential()};
}

vec3 linearLight() {
  #if NUM_DIR_LIGHTS > 0
    vec3 color = directionalLights[0].color;
  #elif NUM_SUN_LIGHTS > 0
    vec3 color = sunLights[0].color;
  #else
    vec3 color = vec3(${MMD_LIGHT_STRENGTH});
  #endif
  float strength = max(max(color.r, color.g), color.b);
  float within = clamp(strength, lightRange.x, lightRange.y);
  return within == strength ? color : color * (within / max(strength, 1e-6));
}

vec3 lightColor() {
  #if NUM_DIR_LIGHTS == 0 && NUM_SUN_LIGHTS == 0
    if (followsMmd()) return vec3(${MMD_LIGHT_COLOR}); // exact
  #endif
  return sRGBTransferOETF(vec4(linearLight(), 1.0)).rgb;
}

float lightPart() {
  vec3 light = linearLight();
  return min(max(max(light.r, light.g), light.b) / ${MMD_LIGHT_STRENGTH}, 1.0);
}
`;

/**
 * GLSL: `isShaded()`, whether the model is drawn in the shaded look. Needs `lights_pars_begin`, and the
 * uniform `look` (see {@link LOOKS}).
 *
 * three sorts lights that cast shadows first, so the first light casts one if any directional light does.
 */
export const SCENE_LOOK: string = /* glsl */ `
uniform int look;

bool isShaded() {
  if (look != ${LOOKS.auto}) return look == ${LOOKS.shaded};
  #ifdef USE_SHADOWMAP
    #if NUM_DIR_LIGHT_SHADOWS > 0
      return receiveShadow;
    #elif NUM_DIR_LIGHTS == 0 && NUM_SUN_LIGHT_SHADOWS > 0
      return receiveShadow;
    #endif
  #endif
  return false;
}
`;

/**
 * GLSL: `visibility()`, 0 where the same light is in shadow, 1 where it is not, and {@link OUTSIDE} outside
 * of MMD's own map, where MMD does not shade at all. Needs `shadowmap_pars_fragment`, and the uniform
 * `softShadows`.
 *
 * MMD fades a shadow in with the depth Δ below the caster: v = 1 − clamp(slope·Δ − 0.3). A map with
 * perspective is MMD's, see MmdShadow; its bias is −0.3 / slope. As a `BasicShadowMap`, it is read as MMD
 * does: the depths of four pixels, blended. Other maps of three only say whether Δ is below a bias: there the
 * shadow is whole where MMD's is half. Maps that are not MMD's give hard shadows, too: where three filters,
 * half of the light is the border.
 *
 * MMD's map shows the fronts of things. Soft shadows on it need a bias that grows with the pixels that the
 * filter spans. The w of a coordinate cannot say whether a map is MMD's: interpolation makes 1 inexact. A
 * slope above 4000 is mode 2 of MMD's map.
 */
export const SCENE_SHADOW: string = /* glsl */ `
uniform bool softShadows;

float bordered(float lit, float intensity) {
  return mix(1.0, softShadows ? lit : step(0.5, lit), intensity);
}

#if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
  uniform mat4 directionalShadowMatrix[NUM_DIR_LIGHT_SHADOWS];

  bool isMmdMap() {
    mat4 toMap = directionalShadowMatrix[0];
    return toMap[0].w != 0.0 || toMap[1].w != 0.0 || toMap[2].w != 0.0;
  }

  #ifdef SHADOWMAP_TYPE_BASIC
    float mmdFade(vec3 coord, float slope) {
      vec2 size = directionalLightShadows[0].shadowMapSize;
      vec2 pixel = coord.xy * size - 0.5;
      vec2 corner = floor(pixel);
      vec2 upperLeft = (corner + 0.5) / size;
      vec2 lowerRight = (corner + 1.5) / size;
      vec4 depths = vec4(
        texture2D(directionalShadowMap[0], upperLeft).r,
        texture2D(directionalShadowMap[0], vec2(lowerRight.x, upperLeft.y)).r,
        texture2D(directionalShadowMap[0], vec2(upperLeft.x, lowerRight.y)).r,
        texture2D(directionalShadowMap[0], lowerRight).r
      );
      vec2 part = pixel - corner;
      vec2 rows = mix(depths.xz, depths.yw, part.x);
      float below = coord.z - mix(rows.x, rows.y, part.y);
      #ifdef USE_REVERSED_DEPTH_BUFFER
        below = -below;
      #endif
      return 1.0 - clamp(slope * below - 0.3, 0.0, 1.0);
    }
  #else
    float mmdFade(vec3 coord, float slope) {
      vec2 size = directionalLightShadows[0].shadowMapSize;
      return step(0.5, getShadow(directionalShadowMap[0], size, 1.0, -0.8 / slope, 0.0, vec4(coord, 1.0)));
    }
  #endif

  float mmdVisibility(vec3 coord) {
    if (any(lessThan(coord.xy, vec2(0.0))) || any(greaterThan(coord.xy, vec2(1.0)))) return ${OUTSIDE}.0;
    float slope = -0.3 / directionalLightShadows[0].shadowBias;
    return mmdFade(coord, slope > 4000.0 ? slope * (1.0 - coord.y) : slope);
  }
#endif

float visibility() {
  #ifdef USE_SHADOWMAP
    #if NUM_DIR_LIGHT_SHADOWS > 0
      DirectionalLightShadow shadow = directionalLightShadows[0];
      vec4 coord = vDirectionalShadowCoord[0];
      if (!softShadows && isMmdMap()) {
        float lit = mmdVisibility(coord.xyz / coord.w);
        return lit > 1.0 ? lit : mix(1.0, lit, shadow.shadowIntensity);
      }
      float radius = softShadows ? shadow.shadowRadius : 0.0;
      float bias = isMmdMap() ? -0.5 * (1.0 + radius) / shadow.shadowMapSize.x : shadow.shadowBias;
      return bordered(getShadow(directionalShadowMap[0], shadow.shadowMapSize, 1.0, bias, radius, coord),
        shadow.shadowIntensity);
    #elif NUM_DIR_LIGHTS == 0 && NUM_SUN_LIGHT_SHADOWS > 0
      SunLightShadow shadow = sunLightShadows[0];
      float intensity = shadow.shadowIntensity;
      shadow.shadowIntensity = 1.0;
      if (!softShadows) shadow.shadowRadius = 0.0;
      return bordered(getSunShadow(sunShadowMap[0], shadow, 0), intensity);
    #endif
  #endif
  return 1.0;
}
`;
