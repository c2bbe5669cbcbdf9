import type { Object3D } from 'three';
import { indexByName } from '../motion/names.js';
import type { Rig } from '../rig/rig.js';
import { isMorphed, isSkinned, type MorphedMesh } from './target-objects.js';

interface BoundMorph {
  readonly mesh: MorphedMesh;
  /** Its index in `mesh.morphTargetInfluences`. */
  readonly slot: number;
  readonly morph: number;
}

/** The morph targets whose names a rig has, in the target and in all meshes below it. */
export class BoundMorphs {
  readonly #rig: Rig;
  readonly #bound: readonly BoundMorph[];

  constructor(rig: Rig, target: Object3D) {
    const indices = indexByName(rig.definition.morphNames);
    const bound: BoundMorph[] = [];
    target.traverse((object) => {
      if (!isMorphed(object)) return;
      for (const [name, slot] of Object.entries(object.morphTargetDictionary)) {
        const morph = indices.get(name);
        if (morph !== undefined) bound.push({ mesh: object, slot, morph });
      }
    });
    this.#rig = rig;
    this.#bound = bound;
  }

  /** The names of the rig's morphs that no mesh has. */
  missing(): string[] {
    const { morphNames } = this.#rig.definition;
    const found = new Set(this.#bound.map(({ morph }) => morphNames[morph]));
    return [...new Set(morphNames)].filter((name) => !found.has(name));
  }

  /** Allocates nothing; O(morph targets). */
  update(): void {
    const { morphWeights } = this.#rig;
    for (let i = 0; i < this.#bound.length; i++) {
      const { mesh, slot, morph } = this.#bound[i];
      mesh.morphTargetInfluences[slot] = morphWeights[morph];
    }
  }
}

/**
 * Hides the skinned and morphed meshes below a target, and the target if it is one, while a pose is not
 * visible.
 *
 * A mesh that was hidden before stays hidden when the pose is visible again.
 */
export class BoundVisibility {
  readonly #meshes: Object3D[] = [];
  /** While hidden: 1 = will be shown again. */
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
