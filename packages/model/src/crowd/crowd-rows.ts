import { type DataTexture, Matrix4, type Object3D } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { MATERIAL_VALUES } from '../morphs/material-morphs.js';
import {
  createPoseTexture,
  MATRIX_TEXELS,
  poseLength,
  wholeTexels,
  writeMatrix,
  writePose,
} from '../surface/pose-row.js';

/** Texels of a row of pixels, a multiple of `MATRIX_TEXELS`. Rows of dancers may begin anywhere in them. */
const WIDTH = 1023;
/** The most rows of pixels that graphics cards of today take. */
const HEIGHT = 8192;
/**
 * Where the numbers of a dancer begin in her row, in texels: multiples of `MATRIX_TEXELS`. The row begins
 * with her pose, see pose-row.ts.
 */
export interface CrowdLayout {
  /** The length of a row. */
  readonly stride: number;
  /** The matrix of her transform, and the one of normals. */
  readonly place: number;
  /** The values of all materials, see `MATERIAL_VALUE`. */
  readonly materials: number;
}

/** What the shaders of a crowd depend on. */
export interface CrowdFeatures {
  readonly hasUvMorphs: boolean;
  readonly hasMaterialMorphs: boolean;
}

/** The layout of the rows of a model's dancers. */
export function crowdLayout(
  { hasMaterialMorphs }: Pick<CrowdFeatures, 'hasMaterialMorphs'>,
  counts: { readonly morphs: number; readonly materials: number; readonly bones: number },
): CrowdLayout {
  const place = poseLength(counts.bones, counts.morphs);
  const materials = place + 2 * MATRIX_TEXELS;
  const texels = hasMaterialMorphs ? (MATERIAL_VALUES / 4) * counts.materials : 0;
  return { place, materials, stride: wholeTexels(materials + texels) };
}

/** The texture with a row for each dancer of a crowd. */
export class CrowdRows {
  readonly layout: CrowdLayout;
  readonly #hasMaterialMorphs: boolean;
  #texture: DataTexture;

  constructor(layout: CrowdLayout, { hasMaterialMorphs }: Pick<CrowdFeatures, 'hasMaterialMorphs'>) {
    this.layout = layout;
    this.#hasMaterialMorphs = hasMaterialMorphs;
    this.#texture = createPoseTexture(layout.stride, WIDTH);
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
    this.#texture = createPoseTexture(stride * Math.max(dancers, 8), WIDTH);
  }

  /** Writes a row: a dancer at a place, whose `matrix` counts. Allocates nothing. */
  write(row: number, { rig, surface }: MmdModel, place: Object3D): void {
    const { stride, place: placeStart, materials } = this.layout;
    const texels = this.#texels;
    const start = 4 * stride * row;
    writePose(texels, start, rig.skinMatrices, rig.morphWeights);
    writeMatrix(texels, start + 4 * placeStart, place.matrix);
    writeMatrix(
      texels,
      start + 4 * (placeStart + MATRIX_TEXELS),
      normals.copy(place.matrix).invert().transpose(),
    );
    if (this.#hasMaterialMorphs) texels.set(surface.materialValues, start + 4 * materials);
  }

  /** The rows will be uploaded. */
  finish(): void {
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
  }

  get #texels(): Float32Array {
    return this.#texture.image.data as Float32Array;
  }
}

/** Turns normals as a matrix turns vertices. */
const normals = /* @__PURE__ */ new Matrix4();
