/*
 * MMD's lighting, in gamma-encoded colours:
 *
 *     base      = clamp(ambient + diffuse · light)            the same all over a material
 *     textured  = base · texture · sphere   or   base · texture + sphere
 *     toon      = the toon's colour at (0, ½ − ½·N·L)         half of it is lit; in a shadow, the colour at its end
 *     colour    = textured · toon + specular · light · (N·H)^power
 *
 * H is halfway between the eye and the light. The highlight is computed at the vertices and blended between them: on
 * pictures of MMD that is 1.3 to 4 times nearer than at each pixel.
 *
 * A texture, sphere map or toon is tinted by material morphs: from what changes nothing (1, or 0 where it is added) to
 * texel · multiply + add, as far as their alphas say.
 *
 * The pieces are GLSL with nothing of three in it.
 */

export const TINT = /* glsl */ `
vec3 tinted(const in vec3 texel, const in vec3 neutral, const in vec4 multiply, const in vec4 add) {
  return mix(neutral, texel * multiply.rgb + add.rgb, clamp(multiply.a + add.a, 0.0, 1.0));
}
`;

export const HIGHLIGHT = /* glsl */ `
float highlight(const in vec3 normal, const in vec3 light, const in vec3 eye, const in float power) {
  return power > 0.0 ? pow(max(dot(normal, normalize(light + eye)), 0.0), power) : 0.0;
}
`;
