import { UNIT } from './unit.js';

/**
 * GLSL: a vertex at rest to where its bones take it, in the model's space, and its normal with it.
 *
 * The matrices are the rig's, from rest to pose; SDEF as sdef-attributes.ts derives it.
 */
export const SKIN_VERTEX: string = /* glsl */ `
#include <skinning_pars_vertex>

${UNIT}
#ifdef USE_SDEF
  attribute vec4 sdefCenter;
  attribute vec3 sdefArm0;
  attribute vec3 sdefArm1;

  // x y z w of a rotation matrix: the largest of the four first, so that nothing small is divided by
  vec4 turnOf(const in mat3 m) {
    float trace = m[0][0] + m[1][1] + m[2][2];
    vec4 turn;
    if (trace > 0.0) {
      turn = vec4(m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], trace + 1.0);
    } else if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
      turn = vec4(1.0 + m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[2][0] + m[0][2], m[1][2] - m[2][1]);
    } else if (m[1][1] > m[2][2]) {
      turn = vec4(m[0][1] + m[1][0], 1.0 - m[0][0] + m[1][1] - m[2][2], m[1][2] + m[2][1], m[2][0] - m[0][2]);
    } else {
      turn = vec4(m[2][0] + m[0][2], m[1][2] + m[2][1], 1.0 - m[0][0] - m[1][1] + m[2][2], m[0][1] - m[1][0]);
    }
    return normalize(turn);
  }

  vec4 slerpTurns(const in vec4 a, in vec4 b, const in float t) {
    float cosine = dot(a, b);
    if (cosine < 0.0) { b = -b; cosine = -cosine; }
    if (cosine > 0.9999) return normalize(mix(a, b, t));
    float angle = acos(cosine);
    return (sin((1.0 - t) * angle) * a + sin(t * angle) * b) / sin(angle);
  }

  vec3 turned(const in vec3 v, const in vec4 turn) {
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
  }
#endif

void skinVertex(inout vec3 place, inout vec3 direction) {
  mat4 m0 = getBoneMatrix(skinIndex.x);
  mat4 m1 = getBoneMatrix(skinIndex.y);
  #ifdef USE_SDEF
    if (sdefCenter.w > 0.5) {
      vec4 turn = slerpTurns(turnOf(mat3(m0)), turnOf(mat3(m1)), skinWeight.y);
      place = turned(place - sdefCenter.xyz, turn)
        + skinWeight.x * (m0 * vec4(sdefArm0, 1.0)).xyz
        + skinWeight.y * (m1 * vec4(sdefArm1, 1.0)).xyz;
      direction = turned(direction, turn);
      return;
    }
  #endif
  mat4 skin = skinWeight.x * m0 + skinWeight.y * m1
    + skinWeight.z * getBoneMatrix(skinIndex.z) + skinWeight.w * getBoneMatrix(skinIndex.w);
  place = (skin * vec4(place, 1.0)).xyz;
  direction = mat3(skin) * direction;
}
`;
