import type { CrowdFeatures } from '../../crowd/crowd-rows.js';
import { DANCER_ROW, TEXEL_OF } from '../skin-vertex.js';

/*
 * The shaders of a crowd are those of single models, in which the numbers of a dancer come from her row: see
 * `CrowdLayout`. Here is how they differ.
 */

/**
 * GLSL: the row of the dancer that is drawn. Draws begin with the row that `bindMatrix` has, because three
 * uploads that one for each object that it draws.
 */
const ROWS = /* glsl */ `
uniform mat4 bindMatrix;
uniform ivec3 crowdLayout;

int dancerRow() {
  return crowdLayout.x * (int(bindMatrix[3][0]) + gl_InstanceID);
}
`;

/** GLSL: `skinVertex` moves a vertex also to the place of the dancer. */
const PLACING = /* glsl */ `
void skinVertex(inout vec3 vertex, inout vec3 vertexNormal) {
  poseVertex(vertex, vertexNormal);
  int place = dancerRow() + crowdLayout.y;
  vertex = (rowMatrix(place) * vec4(vertex, 1.0)).xyz;
  vertexNormal = unit(mat3(rowMatrix(place + 3)) * vertexNormal) * length(vertexNormal);
}
`;

type MorphedMaterials = Pick<CrowdFeatures, 'hasMaterialMorphs'>;

/** The vertex shader of any material of a model, for a crowd. */
export function crowdVertex(shader: string, { hasMaterialMorphs }: MorphedMaterials): string {
  let text = shader
    .replace(DANCER_ROW, ROWS)
    .replace('void skinVertex(', 'void poseVertex(')
    .replace(
      'getBoneMatrix(edgeBone) * vec4(edgeOrigin, 1.0)',
      'rowMatrix(dancerRow() + crowdLayout.y) * getBoneMatrix(edgeBone) * vec4(edgeOrigin, 1.0)',
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
  return text.replace(MAIN, () => `${PLACING}\nvoid main() {\n${begin}`);
}

/** Pages may have shaders of their own. */
const MAIN = /void\s+main\s*\(\s*(?:void)?\s*\)\s*\{/;

const FLAT_START = 'flat varying int dancerStart;';

/** 40 numbers for each material, see `MATERIAL_VALUE`. */
const READ_POWER = /* glsl */ `
  dancerStart = dancerRow() + crowdLayout.z + 10 * materialIndex;
  specularPower = texelOf(poseTexture, dancerStart + 1).w;
`;

const EDGE_COLOR = /* glsl */ `
  int values = dancerRow() + crowdLayout.z + 10 * row;
  vec4 edge = texelOf(poseTexture, values + 3);
  edgeColor = vec4(texelOf(poseTexture, values + 2).w, edge.rgb);
`;

/** The fragment shader of a body of MMD's, for a crowd. */
export function crowdFragment(shader: string, { hasMaterialMorphs }: MorphedMaterials): string {
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
uniform highp sampler2D poseTexture;
uniform float opacity;
${FLAT_START}
${TEXEL_OF}

vec4 materialTexel(int index) {
  return texelOf(poseTexture, dancerStart + index);
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
