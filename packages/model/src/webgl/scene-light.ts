import { MMD_LIGHT_COLOR, MMD_LIGHT_DIRECTION } from '../look/mmd-look.js';

const { x, y, z } = MMD_LIGHT_DIRECTION;

/**
 * The `defines` that a material with the functions below needs.
 *
 * three has sun lights since 0.187: it writes their number over these names in the shader. Older ones leave the names, and
 * GLSL refuses a condition with a name that is not defined. A condition `defined(…)` would fail in the newer ones.
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

/** GLSL: `lightColor()`, the colour of the same light, gamma encoded. Needs `lights_pars_begin`. */
export const SCENE_LIGHT_COLOR: string = /* glsl */ `
vec3 lightColor() {
  #if NUM_DIR_LIGHTS > 0
    return sRGBTransferOETF(vec4(directionalLights[0].color, 1.0)).rgb;
  #elif NUM_SUN_LIGHTS > 0
    return sRGBTransferOETF(vec4(sunLights[0].color, 1.0)).rgb;
  #else
    return vec3(${MMD_LIGHT_COLOR});
  #endif
}
`;

/**
 * GLSL: `shadowFactor()`, 0 where the same light is in shadow, 1 where it is not. Needs `shadowmap_pars_fragment`.
 *
 * three sorts lights that cast shadows first, so the first shadow belongs to the first light if that light casts one.
 */
export const SCENE_SHADOW: string = /* glsl */ `
float shadowFactor() {
  #ifdef USE_SHADOWMAP
    #if NUM_DIR_LIGHT_SHADOWS > 0
      DirectionalLightShadow shadow = directionalLightShadows[0];
      return getShadow(directionalShadowMap[0], shadow.shadowMapSize, shadow.shadowIntensity, shadow.shadowBias,
        shadow.shadowRadius, vDirectionalShadowCoord[0]);
    #elif NUM_DIR_LIGHTS == 0 && NUM_SUN_LIGHT_SHADOWS > 0
      return getSunShadow(sunShadowMap[0], sunLightShadows[0], 0);
    #endif
  #endif
  return 1.0;
}
`;
