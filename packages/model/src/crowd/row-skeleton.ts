import { Bone, type Texture } from 'three';
import { PoseSkeleton } from '../mmd-model/pose-skeleton.js';
import type { PoseUniforms } from '../surface/pose-row.js';
import type { CrowdRows } from './crowd-rows.js';

/** Gives the meshes of a crowd the texture with its rows. */
export class RowSkeleton extends PoseSkeleton {
  readonly uniforms: PoseUniforms;
  readonly #rows: CrowdRows;

  constructor(rows: CrowdRows, morphTable: Texture | null) {
    super([new Bone()]); // three makes a buffer for its bones, though ours are in the rows
    this.#rows = rows;
    this.uniforms = { poseTexture: { value: rows.texture }, morphTable: { value: morphTable } };
  }

  override update(): void {
    this.uniforms.poseTexture.value = this.#rows.texture; // it may have grown
    this.upload();
  }

  override computeBoneTexture(): this {
    return this;
  }

  override dispose(): void {
    this.#rows.dispose();
  }
}
