import { DataTexture, FloatType, type Matrix4, RGBAFormat, type Texture } from 'three';

/*
 * The pose of a model, as its shaders read it: a row of texels of four numbers. First come the matrices of
 * the bones and of a spare bone that never moves, then the weights of all morphs. The row of a dancer of a
 * crowd goes on, see `CrowdLayout`.
 */

/** Texels of a matrix: its rows, without the last one, which is 0 0 0 1. */
export const MATRIX_TEXELS = 3;

/** What the materials of a model read its pose from. */
export interface PoseUniforms {
  /** The row, or the rows of a crowd. */
  readonly poseTexture: { value: Texture };
  /** See `MorphTable`; null if the shaders need none. */
  readonly morphTable: { readonly value: Texture | null };
}

/** The number with which the weights begin. */
export function weightIndex(boneCount: number): number {
  return 4 * MATRIX_TEXELS * (boneCount + 1);
}

/** The texels of a pose. A multiple of {@link MATRIX_TEXELS}. */
export function poseLength(boneCount: number, morphCount: number): number {
  return wholeTexels((weightIndex(boneCount) + morphCount) / 4);
}

/** The next multiple of {@link MATRIX_TEXELS}. */
export function wholeTexels(texels: number): number {
  return MATRIX_TEXELS * Math.ceil(texels / MATRIX_TEXELS);
}

/**
 * A texture of that many texels and few more. `width`: the most texels of a row of pixels; no matrix is split
 * between two rows.
 */
export function createPoseTexture(texelCount: number, width: number): DataTexture {
  const height = Math.ceil(texelCount / width);
  return new DataTexture(new Float32Array(4 * width * height), width, height, RGBAFormat, FloatType);
}

/** Writes a pose, from a number on. `skinMatrices`: of the bones, 16 numbers each. Allocates nothing. */
export function writePose(
  texels: Float32Array,
  start: number,
  skinMatrices: Float32Array,
  weights: Float64Array | undefined,
): void {
  let to = start;
  for (let from = 0; from < skinMatrices.length; from += 16, to += 12) {
    for (let row = 0; row < 3; row++) {
      const texel = to + 4 * row;
      texels[texel] = skinMatrices[from + row];
      texels[texel + 1] = skinMatrices[from + 4 + row];
      texels[texel + 2] = skinMatrices[from + 8 + row];
      texels[texel + 3] = skinMatrices[from + 12 + row];
    }
  }
  for (let row = 0; row < 3; row++) texels[to + 5 * row] = 1; // the spare bone
  if (weights) texels.set(weights, to + 12);
}

/** Writes one matrix. Allocates nothing. */
export function writeMatrix(texels: Float32Array, start: number, { elements }: Matrix4): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) texels[start + 4 * row + column] = elements[4 * column + row];
  }
}
