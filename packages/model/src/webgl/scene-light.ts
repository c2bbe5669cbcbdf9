import { MMD_LIGHT_COLOR, MMD_LIGHT_DIRECTION } from '../look/mmd-light.js';

const { x, y, z } = MMD_LIGHT_DIRECTION;

/**
 * GLSL: the light that MMD knows, which is the scene's first directional one, else that of a new MMD project.
 *
 * `lightDirection`: towards it, in view space; `lightColor`: gamma encoded. Needs `lights_pars_begin`.
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
 * GLSL: how much of that light gets to a pixel, 0 in its shadow. Needs `shadowmap_pars_fragment`.
 *
 * Lights that throw shadows come first among their kind, so that the first shadow is the first light's, if it throws one.
 */
export const SCENE_LIGHT_REACH: string = /* glsl */ `
float lightReach() {
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
