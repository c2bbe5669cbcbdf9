import type { Object3D } from 'three';
import { isMorphed, isSkinned } from './mesh-kinds.js';

/**
 * Hides the skinned and the morphed meshes below a target (itself included if it is one) while a pose is not visible.
 *
 * What is not hidden so is the user's: a mesh that was off before stays off when the pose is visible again.
 */
export class BoundVisibility {
  readonly #meshes: Object3D[] = [];
  /** While hidden: 1 = to be shown again. */
  readonly #wasVisible: Uint8Array;
  #isHidden = false;

  constructor(target: Object3D) {
    target.traverse((object) => {
      if (isSkinned(object) || isMorphed(object)) this.#meshes.push(object);
    });
    this.#wasVisible = new Uint8Array(this.#meshes.length);
  }

  /** Allocates nothing; O(meshes). */
  update(visible: boolean): void {
    if (!visible) this.#hide();
    else if (this.#isHidden) this.#show();
    this.#isHidden = !visible;
  }

  #hide(): void {
    if (!this.#isHidden) this.#wasVisible.fill(0);
    for (let i = 0; i < this.#meshes.length; i++) {
      if (!this.#meshes[i].visible) continue;
      this.#wasVisible[i] = 1;
      this.#meshes[i].visible = false;
    }
  }

  #show(): void {
    for (let i = 0; i < this.#meshes.length; i++) {
      if (this.#wasVisible[i] === 1) this.#meshes[i].visible = true;
    }
  }
}
