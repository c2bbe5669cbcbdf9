import { DataTexture, FloatType, type Object3D, RGBAFormat, type SkinnedMesh } from 'three';
import type { Node } from 'three/webgpu';
import { Fn, instanceIndex, int, ivec2, mat4, OnObjectUpdate, uniform, uniformTexture } from 'three/tsl';
import type { SurfaceFeatures } from '../surface/surface-kit.js';

/*
 * The numbers of a model that its shaders read from textures. A model alone has the matrices of its bones, four texels each. A crowd has
 * a row of texels for each dancer, which `CrowdLayout` explains, and a table of morphs.
 */

/** What the dancers of a crowd have of their own besides their bones, so that its shaders must read it. */
export interface CrowdFeatures {
  readonly hasVertexMorphs: boolean;
  readonly hasUvMorphs: boolean;
  readonly hasMaterialMorphs: boolean;
}

/** The features of a model, and of a crowd if one is drawn. */
export interface InstanceFeatures extends SurfaceFeatures {
  readonly crowd?: CrowdFeatures | undefined;
}

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

/** The skeleton of a mesh that draws a crowd: its texture has the rows. */
export interface CrowdSkeleton {
  readonly layout: CrowdLayout;
  /** See `createMorphTable`. */
  readonly morphTable: DataTexture;
}

function floatTexture(): DataTexture {
  return new DataTexture(new Float32Array(64), 4, 4, RGBAFormat, FloatType);
}

const rows = uniformTexture(floatTexture());
const table = uniformTexture(floatTexture());

/** Points the textures at those of the object that is drawn, as they are now. */
export function useInstanceData(): void {
  OnObjectUpdate(({ object }) => {
    const { skeleton } = object as SkinnedMesh;
    skeleton.update();
    if (!skeleton.boneTexture) skeleton.computeBoneTexture();
    rows.value = skeleton.boneTexture!;
    if ('morphTable' in skeleton) table.value = skeleton.morphTable as DataTexture;
  });
}

type Texture = ReturnType<typeof uniformTexture>;

/** A function that loads texels by index: 0 is the first one of the first row of pixels. */
function texelOf(texture: Texture): (index: Node<'int'>) => Node<'vec4'> {
  return Fn(([index]: [Node<'int'>]) => {
    const width = int((texture.size(int(0)) as unknown as Node<'uvec2'>).x).toVar();
    const y = index.div(width).toVar();
    return texture.load(ivec2(index.sub(y.mul(width)), y));
  });
}

/** A texel of the rows, by its index. */
export const rowTexel: (index: Node<'int'>) => Node<'vec4'> = texelOf(rows);
/** A texel of the table of morphs, by its index. */
export const tableTexel: (index: Node<'int'>) => Node<'vec4'> = texelOf(table);

/** A matrix of the rows, whose first texel has an index that is a multiple of four. */
export const rowMatrix: (first: Node<'int'>) => Node<'mat4'> = Fn(([first]: [Node<'int'>]) => {
  const width = int((rows.size(int(0)) as unknown as Node<'uvec2'>).x).toVar();
  const y = first.div(width).toVar();
  const x = first.sub(y.mul(width)).toVar();
  const column = (i: number): Node<'vec4'> => rows.load(ivec2(x.add(i), y));
  return mat4(column(0), column(1), column(2), column(3));
});

function layoutOf(object: Object3D | null): CrowdLayout {
  return ((object as SkinnedMesh).skeleton as unknown as CrowdSkeleton).layout;
}

function layoutValue(name: keyof CrowdLayout): Node<'int'> {
  const node = uniform('int' as 'float').onObjectUpdate(({ object }) => layoutOf(object)[name]);
  return node as unknown as Node<'int'>;
}

const stride = layoutValue('stride');
const weights = layoutValue('weights');
const materials = layoutValue('materials');
const bones = layoutValue('bones');

/** The first texel of the dancer that is drawn. */
export const rowStart: Node<'int'> = int(instanceIndex).mul(stride);
/** The first texel of her weights, and of the values of her materials. */
export const weightsStart: Node<'int'> = rowStart.add(weights);
export const materialsStart: Node<'int'> = rowStart.add(materials);

/** The matrix of a bone, from rest to pose, in the model's space. */
export function boneMatrix(bone: Node<'int'>, { crowd }: InstanceFeatures): Node<'mat4'> {
  const index = bone.mul(4);
  return rowMatrix(crowd ? rowStart.add(bones).add(index) : index);
}
