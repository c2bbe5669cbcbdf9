import { Bone, Skeleton } from 'three';
import type { CrowdRows } from './crowd-rows.js';

/** Gives the meshes of a crowd the texture with its rows. */
export class RowSkeleton extends Skeleton {
  readonly #rows: CrowdRows;

  constructor(rows: CrowdRows) {
    super([new Bone()]); // three makes a buffer for its bones, though ours are in the rows
    this.#rows = rows;
  }

  override update(): void {
    this.boneTexture = this.#rows.texture; // it may have grown
  }

  override computeBoneTexture(): this {
    return this;
  }

  override dispose(): void {
    this.#rows.dispose();
  }
}
