import { MATRIX_TEXELS } from '../surface/pose-row.js';

/**
 * GLSL: `unit(v)`, `v` scaled to length 1. A zero vector stays zero: drivers differ in what normalize() makes
 * of it.
 */
export const UNIT = /* glsl */ `
vec3 unit(vec3 v) {
  float square = dot(v, v);
  return square > 0.0 ? v * inversesqrt(square) : vec3(0.0);
}
`;

/** GLSL: `texelOf(table, index)`, the texel of a table, counted from the first one of its first row. */
export const TEXEL_OF = /* glsl */ `
vec4 texelOf(highp sampler2D table, int index) {
  int width = textureSize(table, 0).x;
  return texelFetch(table, ivec2(index % width, index / width), 0);
}
`;

/** GLSL: the first texel of what is drawn, see pose-row.ts. In a crowd, it is another one for each dancer. */
export const DANCER_ROW = 'int dancerRow() { return 0; }';

/**
 * GLSL: `rowMatrix(first)` reads a matrix of the pose, `getBoneMatrix(bone)` that of a bone;
 * `morphedBy(channel)` is what morphs add to the vertex, see `MorphTable`.
 */
const POSE = /* glsl */ `
uniform highp sampler2D poseTexture;
${TEXEL_OF}
${DANCER_ROW}

mat4 rowMatrix(int first) {
  int width = textureSize(poseTexture, 0).x;
  ivec2 at = ivec2(first % width, first / width);
  return transpose(mat4(
    texelFetch(poseTexture, at, 0),
    texelFetch(poseTexture, at + ivec2(1, 0), 0),
    texelFetch(poseTexture, at + ivec2(2, 0), 0),
    vec4(0.0, 0.0, 0.0, 1.0)
  ));
}

mat4 getBoneMatrix(const in float bone) {
  return rowMatrix(dancerRow() + ${MATRIX_TEXELS} * int(bone));
}

#if defined(USE_VERTEX_MORPHS) || defined(USE_UV_MORPHS)
  attribute float morphHead;
  uniform highp sampler2D morphTable;

  vec3 morphedBy(int channel) {
    vec3 sum = vec3(0.0);
    if (morphHead == 0.0) return sum;
    ivec2 head = ivec2(texelOf(morphTable, int(morphHead) + channel).xy);
    for (int i = head.x; i < head.x + head.y; i++) {
      vec4 entry = texelOf(morphTable, i);
      int weight = int(entry.w);
      sum += entry.xyz * texelOf(poseTexture, dancerRow() + weight / 4)[weight % 4];
    }
    return sum;
  }
#endif
`;

/** GLSL: from here on, the shader's UVs are those under the morphs. After the attributes are declared. */
export const MORPHED_UVS = /* glsl */ `
#ifdef USE_UV_MORPHS
  #define uv (uv + morphedBy(1).xy)
  #ifdef USE_SUB_TEXTURE
    #define uv1 (uv1 + vec4(morphedBy(2).xy, 0.0, 0.0))
  #endif
#endif
`;

/**
 * GLSL: `skinVertex(vertex, vertexNormal)` moves a vertex and its normal from rest to pose, in the model's
 * space, by morphs and bones.
 *
 * The matrices are the rig's, from rest to pose. sdef-column.ts derives the SDEF formula. `quaternionOf(m)`,
 * x y z w, begins with the largest component, to avoid dividing by a small number.
 */
export const SKIN_VERTEX: string = /* glsl */ `
${POSE}
${UNIT}
#ifdef USE_SDEF
  attribute vec4 sdefCenter;
  attribute vec3 sdefArm0;
  attribute vec3 sdefArm1;

  vec4 quaternionOf(mat3 m) {
    float trace = m[0][0] + m[1][1] + m[2][2];
    vec4 quaternion;
    if (trace > 0.0) {
      quaternion = vec4(m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], trace + 1.0);
    } else if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
      quaternion = vec4(1.0 + m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[2][0] + m[0][2], m[1][2] - m[2][1]);
    } else if (m[1][1] > m[2][2]) {
      quaternion = vec4(m[0][1] + m[1][0], 1.0 - m[0][0] + m[1][1] - m[2][2], m[1][2] + m[2][1], m[2][0] - m[0][2]);
    } else {
      quaternion = vec4(m[2][0] + m[0][2], m[1][2] + m[2][1], 1.0 - m[0][0] - m[1][1] + m[2][2], m[0][1] - m[1][0]);
    }
    return normalize(quaternion);
  }

  vec4 meanTurn(vec4 a, vec4 b, vec2 weights) {
    return normalize(weights.x * a + (dot(a, b) < 0.0 ? -weights.y : weights.y) * b);
  }

  vec3 rotated(vec3 v, vec4 rotation) {
    return v + 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v);
  }
#endif

void skinVertex(inout vec3 vertex, inout vec3 vertexNormal) {
  #ifdef USE_VERTEX_MORPHS
    vertex += morphedBy(0);
  #endif
  mat4 m0 = getBoneMatrix(skinIndex.x);
  mat4 m1 = getBoneMatrix(skinIndex.y);
  #ifdef USE_SDEF
    if (sdefCenter.w > 0.5) {
      vec4 rotation = meanTurn(quaternionOf(mat3(m0)), quaternionOf(mat3(m1)), skinWeight.xy);
      vertex = rotated(vertex - sdefCenter.xyz, rotation)
        + skinWeight.x * (m0 * vec4(sdefArm0, 1.0)).xyz
        + skinWeight.y * (m1 * vec4(sdefArm1, 1.0)).xyz;
      vertexNormal = rotated(vertexNormal, rotation);
      return;
    }
  #endif
  mat4 skin = skinWeight.x * m0 + skinWeight.y * m1
    + skinWeight.z * getBoneMatrix(skinIndex.z) + skinWeight.w * getBoneMatrix(skinIndex.w);
  vertex = (skin * vec4(vertex, 1.0)).xyz;
  vertexNormal = mat3(skin) * vertexNormal;
}
`;
