/** GLSL: a vector made as long as 1. */
export const UNIT = /* glsl */ `
// Of a normal that is none, none: what a driver makes of it is its own affair.
vec3 unit(const in vec3 v) {
  float square = dot(v, v);
  return square > 0.0 ? v * inversesqrt(square) : vec3(0.0);
}
`;
