import { DataTexture, FloatType, Matrix3, type Matrix4, type Object3D, RGBAFormat } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { MATERIAL_VALUES } from '../morphs/material-morphs.js';

/** Texels of a row of pixels. Rows of dancers may begin anywhere in them. */
const WIDTH = 1024;
/** The most rows of pixels that graphics cards of today take. */
const HEIGHT = 8192;
/** The matrix of her transform, and the one of normals. */
const PLACE = 8;

/**
 * Where the numbers of a dancer begin in her row, in texels: multiples of four. The row begins with her
 * place.
 */
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

/** What morphs of a model change, which its shaders depend on. */
export interface CrowdFeatures {
  readonly hasVertexMorphs: boolean;
  readonly hasUvMorphs: boolean;
  readonly hasMaterialMorphs: boolean;
}

/** The layout of the rows of a model's dancers. */
export function crowdLayout(
  { hasMaterialMorphs }: Pick<CrowdFeatures, 'hasMaterialMorphs'>,
  counts: { readonly morphs: number; readonly materials: number; readonly bones: number },
): CrowdLayout {
  const weights = PLACE;
  const materials = weights + whole(counts.morphs / 4);
  const bones = materials + (hasMaterialMorphs ? whole((MATERIAL_VALUES / 4) * counts.materials) : 0);
  return { weights, materials, bones, stride: bones + 4 * (counts.bones + 1) };
}

/** The next multiple of four texels. */
function whole(texels: number): number {
  return 4 * Math.ceil(texels / 4);
}

/** The texture with a row for each dancer of a crowd. */
export class CrowdRows {
  readonly layout: CrowdLayout;
  readonly #hasMaterialMorphs: boolean;
  #texture: DataTexture;
  #texels: Float32Array;

  constructor(layout: CrowdLayout, { hasMaterialMorphs }: Pick<CrowdFeatures, 'hasMaterialMorphs'>) {
    this.layout = layout;
    this.#hasMaterialMorphs = hasMaterialMorphs;
    [this.#texture, this.#texels] = createTexture(layout.stride);
  }

  /** Another one after {@link reserve} has grown it. */
  get texture(): DataTexture {
    return this.#texture;
  }

  /** The most dancers that have room. */
  get limit(): number {
    return Math.floor((WIDTH * HEIGHT) / this.layout.stride);
  }

  /** Makes room for that many dancers. Rows that were written are lost if there was not enough. */
  reserve(dancers: number): void {
    const { stride } = this.layout;
    if (4 * stride * dancers <= this.#texels.length) return;
    this.#texture.dispose();
    [this.#texture, this.#texels] = createTexture(stride * Math.max(dancers, 8));
  }

  /** Writes a row: a dancer at a place, whose `matrix` counts. Allocates nothing. */
  write(row: number, { rig, surface }: MmdModel, place: Object3D): void {
    const { stride, weights, materials, bones } = this.layout;
    const texels = this.#texels;
    const start = 4 * stride * row;
    writePlace(texels, start, place.matrix);
    texels.set(rig.morphWeights, start + 4 * weights);
    if (this.#hasMaterialMorphs) texels.set(surface.materialValues, start + 4 * materials);
    texels.set(rig.skinMatrices, start + 4 * bones);
    const spare = start + 4 * stride - 16; // the bone of vertices whose bones the model lacks
    for (let i = 0; i < 16; i += 5) texels[spare + i] = 1;
  }

  /** The rows will be uploaded. */
  finish(): void {
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
  }
}

function createTexture(texelCount: number): [DataTexture, Float32Array] {
  const height = Math.ceil(texelCount / WIDTH);
  const texels = new Float32Array(4 * WIDTH * height);
  return [new DataTexture(texels, WIDTH, height, RGBAFormat, FloatType), texels];
}

function writePlace(texels: Float32Array, start: number, matrix: Matrix4): void {
  matrix.toArray(texels, start);
  const { elements } = normals.getNormalMatrix(matrix);
  for (let column = 0; column < 3; column++) {
    for (let i = 0; i < 3; i++) texels[start + 16 + 4 * column + i] = elements[3 * column + i];
  }
}

const normals = /* @__PURE__ */ new Matrix3();
