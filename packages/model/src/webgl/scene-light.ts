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
