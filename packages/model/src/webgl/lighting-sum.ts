/*
 * MMD has two looks. Both compute with gamma-encoded colours; L is the direction towards the light, N the
 * normal, H halfway between L and the direction to the eye (in orthographic views too), all in view space,
 * and S the unit vector along (−L.z, 0, L.x).
 *
 * Plain, where self shadow is off:
 *
 *     base   = clamp(ambient + diffuse · light)               constant over a material
 *     toon   = the toon's colour at (½ + ½·N·S, ½ − ½·N·L)
 *     colour = base · toon · texture · sphere + highlight     or   base · toon · texture + sphere + highlight
 *     highlight = specular · light · (N·H)^power if N·L > 0   at the vertices, interpolated
 *
 * N is as skinned: where bones blend, it may be shorter than 1. Tints by morphs have no effect.
 *
 * Shaded, where self shadow is on:
 *
 *     lit    = min(clamp(3·N·L), visibility)                  visibility is 0 in a shadow that is cast, else 1
 *     shade  = mix(the toon's last colour, 1, lit)
 *     colour = (base · texture · sphere) · shade + highlight  or   (base · texture + sphere) · shade + highlight
 *     highlight = lit · specular · light · (N·H)^max(power, 0.1)
 *
 * at each pixel, with N of length 1; only the place in a sphere map is interpolated from the vertices. A tint
 * turns a texel t into (t · multiply + add) · a + (1 − a), a = multiply.a + add.a; that of a toon has no a,
 * and changes its last colour only.
 *
 * Measured on pictures of MMD: the middles of synthetic surfaces agree within 1/255.
 *
 * These strings are plain GLSL; they use nothing from three or WebGL. Comments stand outside of them, because
 * pages would load them.
 */

/** The visibility outside of a shadow map, where light arrives in full whatever the normal. */
export const OUTSIDE: number = 2;

/** For both shaders. */
export const HIGHLIGHT = /* glsl */ `
float highlight(vec3 normal, vec3 light, vec3 eye, float power) {
  float cosine = dot(normal, normalize(light + eye));
  return cosine > 0.0 && dot(normal, light) > 0.0 ? pow(cosine, power) : 0.0;
}
`;

/**
 * For the fragment shader. `sphereUv`: the UV in a sphere map for a normal in view space; the top of the map
 * faces up. `toonUv`: the UV in a toon; v is 0 at its lit end and 1 at its shaded end. `litPart`: how much of
 * the light arrives, 0 in a shadow, 1 in full light.
 */
export const LIGHTING_SUM: string = /* glsl */ `
vec3 baseColor(vec3 ambient, vec3 diffuse, vec3 light) {
  return clamp(ambient + diffuse * light, 0.0, 1.0);
}

vec3 tinted(vec3 texel, vec4 multiply, vec4 add) {
  return mix(vec3(1.0), texel * multiply.rgb + add.rgb, multiply.a + add.a);
}

vec2 sphereUv(vec3 normal) {
  return vec2(0.5 + 0.5 * normal.x, 0.5 - 0.5 * normal.y);
}

vec2 toonUv(vec3 normal, vec3 light) {
  vec2 across = vec2(-light.z, light.x);
  float square = dot(across, across);
  float u = square > 1e-12 ? dot(normal.xz, across) * inversesqrt(square) : -normal.z;
  return vec2(0.5 + 0.5 * u, 0.5 - 0.5 * dot(normal, light));
}

float litPart(vec3 normal, vec3 light, float visibility) {
  if (visibility >= ${OUTSIDE}.0) return 1.0;
  return min(clamp(3.0 * dot(normal, light), 0.0, 1.0), visibility);
}
`;
