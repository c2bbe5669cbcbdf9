import { DataTexture, FloatType, RGBAFormat, type SkinnedMesh } from 'three';
import type { Node, Renderer } from 'three/webgpu';
import { Fn, int, ivec2, mat4, OnObjectUpdate, uniformTexture } from 'three/tsl';
import type { CrowdFeatures } from '../crowd/crowd-rows.js';
import type { MorphChannel } from '../crowd/morph-table.js';
import type { SurfaceFeatures } from '../surface/surface-kit.js';

/*
 * The numbers of a model that its shaders read from a texture: the matrices of its bones, four texels each. A
 * crowd has a row of texels for each dancer, which `CrowdLayout` explains.
 */

/** A vertex in the pose. */
export interface Vertex {
  readonly position: Node<'vec3'>;
  readonly normal: Node<'vec3'>;
}

/**
 * The shader code of a crowd, where it differs from that of a single model. Models without a crowd do not
 * load it.
 */
export interface CrowdNodes extends CrowdFeatures {
  /** The first texel of the bones of the dancer that is drawn. */
  readonly boneStart: Node<'int'>;
  /** A point in her space, in that of the crowd. */
  placed(point: Node<'vec3'>): Node<'vec3'>;
  /** The vertex that is drawn, in her pose and at her position. For the body of a `Fn`. */
  skinned(hasSdef: boolean, renderer: Renderer): Vertex;
  /** What her morphs add to a vertex: x y z of a position, x y of a UV. Only for the vertex shader. */
  morphedBy(channel: MorphChannel): Node<'vec3'>;
  /** A value of one of her materials, of 1, 3 or 4 numbers. `at`: its index, see `MATERIAL_VALUE`. */
  materialValue(material: Node<'int'>, at: number, size: number): Node;
}

/** The features of a model, and of a crowd if one is drawn. */
export interface InstanceFeatures extends SurfaceFeatures {
  readonly crowd?: CrowdNodes | undefined;
}

/** A texture of four floats in each texel. */
export type FloatTexture = ReturnType<typeof uniformTexture>;

/** A node for a texture that is given later. */
export function floatTexture(): FloatTexture {
  return uniformTexture(new DataTexture(new Float32Array(64), 4, 4, RGBAFormat, FloatType));
}

/** The texture of the object that is drawn. */
export const rows: FloatTexture = floatTexture();

/** Points the texture at that of the object that is drawn, as it is now. */
export function useRows(): void {
  OnObjectUpdate(({ object }) => {
    const { skeleton } = object as SkinnedMesh;
    skeleton.update();
    if (!skeleton.boneTexture) skeleton.computeBoneTexture();
    rows.value = skeleton.boneTexture!;
  });
}

/** The number of texels in a row of pixels. */
export function widthOf(texture: FloatTexture): Node<'int'> {
  return int((texture.size(int(0)) as unknown as Node<'uvec2'>).x);
}

/** A function that loads matrices of a texture. The index of the first texel must be a multiple of four. */
export function matrixOf(texture: FloatTexture): (first: Node<'int'>) => Node<'mat4'> {
  return Fn(([first]: [Node<'int'>]) => {
    const width = widthOf(texture).toVar();
    const y = first.div(width).toVar();
    const x = first.sub(y.mul(width)).toVar();
    const column = (i: number): Node<'vec4'> => texture.load(ivec2(x.add(i), y));
    return mat4(column(0), column(1), column(2), column(3));
  });
}

export const rowMatrix: (first: Node<'int'>) => Node<'mat4'> = matrixOf(rows);

/** The matrix of a bone, from rest to pose, in the model's space. */
export function boneMatrix(bone: Node<'int'>, { crowd }: InstanceFeatures): Node<'mat4'> {
  const index = bone.mul(4);
  return rowMatrix(crowd ? crowd.boneStart.add(index) : index);
}
