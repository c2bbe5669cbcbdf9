/*
 * MMD's lighting, in gamma-encoded colours:
 *
 *     base      = clamp(ambient + diffuse · light)            constant over a material
 *     textured  = base · texture · sphere   or   base · texture + sphere
 *     toon      = the toon's colour at (0, ½ − ½·N·L)         one half of it is lit; in a shadow: its last colour
 *     colour    = textured · toon + specular · light · (N·H)^power
 *
 * H is halfway between the directions to the eye and to the light. The highlight is computed per vertex and interpolated:
 * compared with pictures of MMD, this is 1.3 to 4 times closer than computing it per pixel.
 *
 * Material morphs tint a texture, sphere map or toon. The alphas blend from the neutral colour (1, or 0 where the sphere
 * map is added) to texel · multiply + add.
 *
 * These strings are plain GLSL; they use nothing from three or WebGL.
 */

/** For the vertex shader. */
export const HIGHLIGHT = /* glsl */ `
float highlight(const in vec3 normal, const in vec3 light, const in vec3 eye, const in float power) {
  return power > 0.0 ? pow(max(dot(normal, normalize(light + eye)), 0.0), power) : 0.0;
}
`;

/** For the fragment shader. */
export const LIGHTING_SUM = /* glsl */ `
vec3 baseColor(const in vec3 ambient, const in vec3 diffuse, const in vec3 light) {
  return clamp(ambient + diffuse * light, 0.0, 1.0);
}

vec3 tinted(const in vec3 texel, const in vec3 neutral, const in vec4 multiply, const in vec4 add) {
  return mix(neutral, texel * multiply.rgb + add.rgb, clamp(multiply.a + add.a, 0.0, 1.0));
}

// The UV in a sphere map for a normal in view space; the top of the map faces up.
vec2 sphereUv(const in vec3 normal) {
  return vec2(0.5 + 0.5 * normal.x, 0.5 - 0.5 * normal.y);
}

// The V coordinate in a toon: 0 is its lit end, 1 its shaded end.
float toonV(const in vec3 normal, const in vec3 light) {
  return 0.5 - 0.5 * dot(normal, light);
}

// lit: 0 in a shadow, 1 outside.
vec3 lightingSum(const in vec3 textured, const in vec3 toon, const in vec3 shadedToon, const in vec3 highlightColor, const in float lit) {
  return clamp(textured * mix(shadedToon, toon, lit) + lit * highlightColor, 0.0, 1.0);
}
`;
