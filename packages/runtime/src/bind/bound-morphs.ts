import type { Object3D } from 'three';
import { indexByName } from '../motion/names.js';
import type { Rig } from '../rig/rig.js';
import { isMorphed, type MorphedMesh } from './mesh-kinds.js';

interface BoundMorph {
  readonly mesh: MorphedMesh;
  /** Its place in `mesh.morphTargetInfluences`. */
  readonly slot: number;
  readonly morph: number;
}

/** The morph targets of all meshes below a target (itself included) that bear the names of a rig's morphs. */
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
