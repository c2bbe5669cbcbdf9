import { DataTexture, FloatType, type Object3D, RGBAFormat, type SkinnedMesh } from 'three';
import type { Node } from 'three/webgpu';
import {
  attribute,
  Fn,
  instanceIndex,
  int,
  ivec2,
  Loop,
  mat3,
  OnObjectUpdate,
  uniform,
  uniformTexture,
  vec3,
  vec4,
} from 'three/tsl';
import { MATERIAL_VALUES } from '../../morphs/material-morphs.js';
import { type CrowdNodes, type MorphChannel, rowMatrix, rows, widthOf } from '../instance-data.js';
import { materialValue } from '../material-value.js';
import { MORPH_CHANNELS } from './morph-table.js';

/** Where the numbers of a dancer begin in her row, in texels: multiples of four. The row begins with her place. */
export interface CrowdLayout {
  /** The length of a row. */
  readonly stride: number;
  /** The weights of all morphs, four in a texel. */
  readonly weights: number;
  /** The values of all materials, see `MATERIAL_VALUE`. */
  readonly materials: number;
  /** The matrices of all bones. */
  readonly bones: number;
}

/** The skeleton of a mesh that draws a crowd. Its `boneTexture` has the rows. */
export interface CrowdSkeleton {
  readonly layout: CrowdLayout;
  /** See `createMorphTable`. */
  readonly morphTable: DataTexture;
}

function crowdOf(object: Object3D | null): CrowdSkeleton {
  return (object as SkinnedMesh).skeleton as unknown as CrowdSkeleton;
}

function layoutValue(name: keyof CrowdLayout): Node<'int'> {
  const node = uniform('int' as 'float').onObjectUpdate(({ object }) => crowdOf(object).layout[name]);
  return node as unknown as Node<'int'>;
}

/** The first texel of the dancer that is drawn. */
const rowStart = int(instanceIndex).mul(layoutValue('stride'));
const weightsStart = rowStart.add(layoutValue('weights'));
const materialsStart = rowStart.add(layoutValue('materials'));
const boneStart = rowStart.add(layoutValue('bones'));

const table = uniformTexture(new DataTexture(new Float32Array(64), 4, 4, RGBAFormat, FloatType));

/** A function that loads texels by index: 0 is the first one of the first row of pixels. */
function texelOf(texture: typeof rows): (index: Node<'int'>) => Node<'vec4'> {
  return Fn(([index]: [Node<'int'>]) => {
    const width = widthOf(texture).toVar();
    const y = index.div(width).toVar();
    return texture.load(ivec2(index.sub(y.mul(width)), y));
  });
}

const rowTexel = texelOf(rows);
const tableTexel = texelOf(table);

function placed(point: Node<'vec3'>): Node<'vec3'> {
  return rowMatrix(rowStart).mul(vec4(point, 1)).xyz;
}

function placedNormal(normal: Node<'vec3'>): Node<'vec3'> {
  return mat3(rowMatrix(rowStart.add(4))).mul(normal);
}

/** The first texel of the heads of the vertex. */
const morphHead = attribute('morphHead', 'float');

const weightOf = Fn(([morph]: [Node<'int'>]) => {
  const four = rowTexel(weightsStart.add(morph.div(4))).toVar();
  return (four as unknown as Components).element(morph.mod(4));
});

interface Components {
  element(index: Node<'int'>): Node<'float'>;
}

function morphedBy(channel: MorphChannel): Node<'vec3'> {
  return Fn(() => {
    OnObjectUpdate(({ object }) => (table.value = crowdOf(object).morphTable));
    const sum = vec3(0).toVar();
    const head = tableTexel(int(morphHead).add(MORPH_CHANNELS.indexOf(channel))).toVar();
    const first = int(head.x).toVar();
    Loop({ start: first, end: first.add(int(head.y)), type: 'int', condition: '<' }, ({ i }) => {
      const entry = tableTexel(i).toVar();
      sum.addAssign(entry.xyz.mul(weightOf(int(entry.w))));
    });
    return sum;
  })();
}

/** What a material of a crowd knows besides its values. */
interface Indexed {
  /** The index of the material in the model. */
  readonly index: number;
}

const index = materialValue('int', (values: Indexed) => values.index);

function dancersValue(at: number, size: number): Node {
  const [x, y, z, w] = Array.from({ length: size }, (_, i) => {
    const texel = rowTexel(materialsStart.add(index.mul(MATERIAL_VALUES / 4)).add(Math.floor((at + i) / 4)));
    return texel['xyzw'[(at + i) % 4] as 'x'];
  });
  if (size === 1) return x;
  return size === 3 ? vec3(x, y, z) : vec4(x, y, z, w);
}

/** The shader code of a crowd with these features. */
export function crowdNodes(
  features: Pick<CrowdNodes, 'hasVertexMorphs' | 'hasUvMorphs' | 'hasMaterialMorphs'>,
): CrowdNodes {
  return { ...features, boneStart, placed, placedNormal, morphedBy, materialValue: dancersValue };
}
