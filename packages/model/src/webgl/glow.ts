import { GLOW_SHININESS, GLOW_SPECULAR, GLOW_STEP } from '../look/glow.js';

/**
 * GLSL: `glows()`, and `glowColor(texel)`, linear, of a material that does; `texel` is that of its texture,
 * gamma encoded. Needs the uniforms `diffuse`, `specular`, `specularPower` and `glow`, see `glowFactor`.
 */
export const GLOW: string = /* glsl */ `
uniform float glow;

bool glows() {
  return glow > 0.0 && specularPower > ${GLOW_SHININESS}.0 && length(specular) < ${GLOW_SPECULAR};
}

vec3 glowColor(vec3 texel) {
  vec3 color = sRGBTransferEOTF(vec4(clamp(diffuse.rgb, 0.0, 1.0) * texel, 1.0)).rgb;
  return glow * max(1.0, (specularPower - ${GLOW_SHININESS}.0) / ${GLOW_STEP}.0) * color;
}
`;
