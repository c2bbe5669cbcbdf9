import { DataTexture, FloatType, type Object3D, RGBAFormat, type SkinnedMesh } from 'three';
import type { Node, Renderer } from 'three/webgpu';
import {
  attribute,
  Fn,
  If,
  int,
  ivec2,
  Loop,
  mat4,
  OnObjectUpdate,
  uniformTexture,
  vec3,
  vec4,
} from 'three/tsl';
import type { CrowdFeatures } from '../crowd/crowd-rows.js';
import type { PoseSkeleton } from '../mmd-model/pose-skeleton.js';
import { MORPH_CHANNELS, type MorphChannel } from '../morphs/morph-table.js';
import { MATRIX_TEXELS } from '../surface/pose-row.js';
import type { SurfaceFeatures } from '../surface/surface-kit.js';

/*
 * The numbers of a model that its shaders read from textures: its pose, see pose-row.ts, and its morphs, see
 * `MorphTable`. A crowd has a row of texels for each dancer, which `CrowdLayout` explains.
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
  /** The first texel of the dancer that is drawn. */
  readonly rowStart: Node<'int'>;
  /** A point in her space, in that of the crowd. */
  placed(point: Node<'vec3'>): Node<'vec3'>;
  /** The vertex that is drawn, in her pose and at her position. For the body of a `Fn`. */
  skinned(features: SurfaceFeatures, renderer: Renderer): Vertex;
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

/** The poses of the object that is drawn. */
export const rows: FloatTexture = floatTexture();
/** Its morphs. */
export const table: FloatTexture = floatTexture();

/** Points the textures at those of the object that is drawn, as they are now. */
export function useRows(): void {
  OnObjectUpdate(({ object }) => {
    const skeleton = skeletonOf(object);
    skeleton.update();
    const { poseTexture, morphTable } = skeleton.uniforms;
    rows.value = poseTexture.value;
    if (morphTable.value) table.value = morphTable.value;
  });
}

export function skeletonOf(object: Object3D | null): PoseSkeleton {
  return (object as SkinnedMesh).skeleton as PoseSkeleton;
}

/** The number of texels in a row of pixels. */
export function widthOf(texture: FloatTexture): Node<'int'> {
  return int((texture.size(int(0)) as unknown as Node<'uvec2'>).x);
}

/** A function that loads texels by index: 0 is the first one of the first row of pixels. */
export function texelOf(texture: FloatTexture): (index: Node<'int'>) => Node<'vec4'> {
  return Fn(([index]: [Node<'int'>]) => texture.load(placeOf(index, widthOf(texture).toVar())));
}

/** The pixel of a texel with an index. For the body of a `Fn`. */
export function placeOf(index: Node<'int'>, width: Node<'int'>): Node<'ivec2'> {
  const y = index.div(width).toVar();
  return ivec2(index.sub(y.mul(width)), y);
}

/** A function that loads matrices of a texture by the index of the first texel. */
export function matrixOf(texture: FloatTexture): (first: Node<'int'>) => Node<'mat4'> {
  return Fn(([first]: [Node<'int'>]) => {
    const width = widthOf(texture).toVar();
    const y = first.div(width).toVar();
    const x = first.sub(y.mul(width)).toVar();
    const [r0, r1, r2] = [0, 1, 2].map((i) => texture.load(ivec2(x.add(i), y)).toVar());
    return mat4(
      vec4(r0.x, r1.x, r2.x, 0),
      vec4(r0.y, r1.y, r2.y, 0),
      vec4(r0.z, r1.z, r2.z, 0),
      vec4(r0.w, r1.w, r2.w, 1),
    );
  });
}

export const rowMatrix: (first: Node<'int'>) => Node<'mat4'> = matrixOf(rows);

/** The matrix of a bone, from rest to pose, in the model's space. */
export function boneMatrix(bone: Node<'int'>, { crowd }: InstanceFeatures): Node<'mat4'> {
  const index = bone.mul(MATRIX_TEXELS);
  return rowMatrix(crowd ? crowd.rowStart.add(index) : index);
}

/** Where morphs of a vertex are read from. */
export interface MorphSource {
  readonly rows: FloatTexture;
  readonly table: FloatTexture;
  /** The first texel of the pose. */
  readonly rowStart: Node<'int'>;
  /** The first texel of the heads of the vertex. */
  readonly morphHead: Node<'float'>;
}

/** The vertex that a vertex shader draws. */
export function drawnMorphs({ crowd }: InstanceFeatures): MorphSource {
  return { rows, table, rowStart: crowd?.rowStart ?? int(0), morphHead: attribute('morphHead', 'float') };
}

/** What morphs add to a vertex: x y z of a position, x y of a UV. For the body of a `Fn`. */
export function morphedBy(source: MorphSource, channel: MorphChannel): Node<'vec3'> {
  const [rowTexel, tableTexel] = [texelOf(source.rows), texelOf(source.table)];
  const sum = vec3(0).toVar();
  const first = int(source.morphHead).toVar();
  If(first.notEqual(0), () => {
    const head = tableTexel(first.add(MORPH_CHANNELS.indexOf(channel))).toVar();
    const begin = int(head.x).toVar();
    Loop({ start: begin, end: begin.add(int(head.y)), type: 'int', condition: '<' }, ({ i }) => {
      const entry = tableTexel(i).toVar();
      const weight = int(entry.w).toVar();
      const four = rowTexel(source.rowStart.add(weight.div(4))).toVar();
      sum.addAssign(entry.xyz.mul((four as unknown as Components).element(weight.mod(4))));
    });
  });
  return sum;
}

interface Components {
  element(index: Node<'int'>): Node<'float'>;
}
