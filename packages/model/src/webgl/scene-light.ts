import { LOOKS, MMD_LIGHT_COLOR, MMD_LIGHT_DIRECTION } from '../look/mmd-look.js';

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
 * GLSL: `isShaded()`, whether the model is drawn in the shaded look. Needs `lights_pars_begin`, and the uniform `look`
 * (see {@link LOOKS}).
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
 * GLSL: `visibility()`, 0 where the same light is in shadow, 1 where it is not. Needs `shadowmap_pars_fragment`, and the
 * uniform `softShadows`.
 *
 * MMD compares depths without a filter. Where three filters, half of the light is the border: it is hard, and less ragged
 * than single pixels of the shadow map.
 */
export const SCENE_SHADOW: string = /* glsl */ `
uniform bool softShadows;

float bordered(const in float lit, const in float intensity) {
  return mix(1.0, softShadows ? lit : step(0.5, lit), intensity);
}

float visibility() {
  #ifdef USE_SHADOWMAP
    #if NUM_DIR_LIGHT_SHADOWS > 0
      DirectionalLightShadow shadow = directionalLightShadows[0];
      float radius = softShadows ? shadow.shadowRadius : 0.0;
      return bordered(getShadow(directionalShadowMap[0], shadow.shadowMapSize, 1.0, shadow.shadowBias, radius,
        vDirectionalShadowCoord[0]), shadow.shadowIntensity);
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
