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
 * The pieces are GLSL with nothing of three or of WebGL in it.
 */

/** For the vertices. */
export const HIGHLIGHT = /* glsl */ `
float highlight(const in vec3 normal, const in vec3 light, const in vec3 eye, const in float power) {
  return power > 0.0 ? pow(max(dot(normal, normalize(light + eye)), 0.0), power) : 0.0;
}
`;

/** For the pixels. */
export const LIGHTING_SUM = /* glsl */ `
vec3 baseColor(const in vec3 ambient, const in vec3 diffuse, const in vec3 light) {
  return clamp(ambient + diffuse * light, 0.0, 1.0);
}

vec3 tinted(const in vec3 texel, const in vec3 neutral, const in vec4 multiply, const in vec4 add) {
  return mix(neutral, texel * multiply.rgb + add.rgb, clamp(multiply.a + add.a, 0.0, 1.0));
}

// Where a sphere map lies round a normal in view space: its top is up.
vec2 spherePlace(const in vec3 normal) {
  return vec2(0.5 + 0.5 * normal.x, 0.5 - 0.5 * normal.y);
}

// Where a toon says how bright a surface is: 0 is its lit end, 1 its shaded one.
float toonPlace(const in vec3 normal, const in vec3 light) {
  return 0.5 - 0.5 * dot(normal, light);
}

// lit: 0 in a shadow, 1 out of it.
vec3 lightingSum(const in vec3 textured, const in vec3 toon, const in vec3 darkest, const in vec3 glint, const in float lit) {
  return clamp(textured * mix(darkest, toon, lit) + lit * glint, 0.0, 1.0);
}
`;
