import type { CrowdFeatures } from '../../crowd/crowd-rows.js';

/*
 * The shaders of a crowd are those of single models, in which the numbers of a dancer come from her row: see
 * `CrowdLayout`. Here is how they differ.
 */

/**
 * GLSL: `rowTexel(index)`, `rowMatrix(index)` and `dancerRow()` read what the skeleton's texture has of the
 * dancer that is drawn; `getBoneMatrix` is three's. Draws begin with the row that `bindMatrix` has, because
 * three uploads that one for each object that it draws.
 */
const ROWS = /* glsl */ `
uniform highp sampler2D boneTexture;
uniform highp sampler2D morphTable;
uniform mat4 bindMatrix;
uniform ivec4 crowdLayout;

vec4 texelOf(highp sampler2D table, int index) {
  int width = textureSize(table, 0).x;
  return texelFetch(table, ivec2(index % width, index / width), 0);
}

mat4 rowMatrix(int first) {
  int width = textureSize(boneTexture, 0).x;
  ivec2 at = ivec2(first % width, first / width);
  return mat4(
    texelFetch(boneTexture, at, 0),
    texelFetch(boneTexture, at + ivec2(1, 0), 0),
    texelFetch(boneTexture, at + ivec2(2, 0), 0),
    texelFetch(boneTexture, at + ivec2(3, 0), 0)
  );
}

int dancerRow() {
  return crowdLayout.x * (int(bindMatrix[3][0]) + gl_InstanceID);
}

mat4 getBoneMatrix(const in float bone) {
  return rowMatrix(dancerRow() + crowdLayout.w + 4 * int(bone));
}
`;

/** GLSL: `morphedBy(channel)`, what the morphs of the dancer add to the vertex, see `createMorphTable`. */
const MORPHS = /* glsl */ `
attribute float morphHead;

vec3 morphedBy(int channel) {
  vec3 sum = vec3(0.0);
  ivec2 head = ivec2(texelOf(morphTable, int(morphHead) + channel).xy);
  int weights = dancerRow() + crowdLayout.y;
  for (int i = head.x; i < head.x + head.y; i++) {
    vec4 entry = texelOf(morphTable, i);
    int morph = int(entry.w);
    sum += entry.xyz * texelOf(boneTexture, weights + morph / 4)[morph % 4];
  }
  return sum;
}
`;

/** GLSL: `skinVertex` moves a vertex also by the morphs of the dancer, and to her place. */
function placing({ hasVertexMorphs }: CrowdFeatures): string {
  return /* glsl */ `
void skinVertex(inout vec3 vertex, inout vec3 vertexNormal) {
  ${hasVertexMorphs ? 'vertex += morphedBy(0);' : ''}
  poseVertex(vertex, vertexNormal);
  int row = dancerRow();
  vertex = (rowMatrix(row) * vec4(vertex, 1.0)).xyz;
  vertexNormal = unit(mat3(rowMatrix(row + 4)) * vertexNormal) * length(vertexNormal);
}
`;
}

/** The vertex shader of any material of a model, for a crowd. */
export function crowdVertex(shader: string, features: CrowdFeatures): string {
  const { hasVertexMorphs, hasUvMorphs, hasMaterialMorphs } = features;
  const pars = ROWS + (hasVertexMorphs || hasUvMorphs ? MORPHS : '');
  let text = shader
    .replace('#include <skinning_pars_vertex>', pars)
    .replace('void skinVertex(', 'void poseVertex(')
    .replace(
      'getBoneMatrix(edgeBone) * vec4(edgeOrigin, 1.0)',
      'rowMatrix(dancerRow()) * getBoneMatrix(edgeBone) * vec4(edgeOrigin, 1.0)',
    );
  let begin = '';
  if (hasMaterialMorphs) {
    text = text
      .replace(
        'uniform float specularPower;',
        `uniform int materialIndex;\n${FLAT_START}\nfloat specularPower;`,
      )
      .replace('edgeColor = texelFetch(materialTable, ivec2(0, row), 0);', EDGE_COLOR)
      .replace('float edgeSize = own.x;', 'float edgeSize = edge.w;');
    if (text.includes(FLAT_START)) begin = READ_POWER;
  }
  const uvs = hasUvMorphs ? MORPHED_UVS : '';
  return text.replace(MAIN, () => `${placing(features)}\n${uvs}\nvoid main() {\n${begin}`);
}

/** Pages may have shaders of their own. */
const MAIN = /void\s+main\s*\(\s*(?:void)?\s*\)\s*\{/;

const FLAT_START = 'flat varying int dancerStart;';

/** 40 numbers for each material, see `MATERIAL_VALUE`. */
const READ_POWER = /* glsl */ `
  dancerStart = dancerRow() + crowdLayout.z + 10 * materialIndex;
  specularPower = texelOf(boneTexture, dancerStart + 1).w;
`;

const EDGE_COLOR = /* glsl */ `
  int values = dancerRow() + crowdLayout.z + 10 * row;
  vec4 edge = texelOf(boneTexture, values + 3);
  edgeColor = vec4(texelOf(boneTexture, values + 2).w, edge.rgb);
`;

/** From here on, the shader's UVs are those under the morphs. */
const MORPHED_UVS = /* glsl */ `
#define uv (uv + morphedBy(1).xy)
#ifdef USE_SUB_TEXTURE
  #define uv1 (uv1 + vec4(morphedBy(2).xy, 0.0, 0.0))
#endif
`;

/** The fragment shader of a body of MMD's, for a crowd. */
export function crowdFragment(shader: string, { hasMaterialMorphs }: CrowdFeatures): string {
  if (!hasMaterialMorphs) return shader;
  return shader
    .replace('uniform vec4 diffuse;', 'vec4 diffuse;')
    .replace('uniform vec3 specular;', 'vec3 specular;')
    .replace('uniform float specularPower;', 'float specularPower;')
    .replace('uniform vec3 ambient;', 'vec3 ambient;')
    .replace('uniform vec4 textureMultiply,', 'vec4 textureMultiply,')
    .replace(MAIN, () => READ_MATERIAL);
}

/** The alpha is faded as `fadedAlpha` does it. */
const READ_MATERIAL = /* glsl */ `
uniform highp sampler2D boneTexture;
uniform float opacity;
${FLAT_START}

vec4 materialTexel(int index) {
  int width = textureSize(boneTexture, 0).x;
  int at = dancerStart + index;
  return texelFetch(boneTexture, ivec2(at % width, at / width), 0);
}

void readMaterial() {
  diffuse = materialTexel(0);
  if (opacity < 1.0) diffuse.a = min(diffuse.a, 1.0) * opacity;
  vec4 shine = materialTexel(1);
  specular = shine.rgb;
  specularPower = shine.a;
  ambient = materialTexel(2).rgb;
  textureMultiply = materialTexel(4);
  sphereMultiply = materialTexel(5);
  toonMultiply = materialTexel(6);
  textureAdd = materialTexel(7);
  sphereAdd = materialTexel(8);
  toonAdd = materialTexel(9);
}

void main() {
  readMaterial();
`;
