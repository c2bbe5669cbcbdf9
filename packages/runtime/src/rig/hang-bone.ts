import { EXTERNAL, type ExternalParent, type RigState } from './rig-state.js';

/**
 * Hangs a bone on an external parent, by its move alone; −1: all bones that have no parent, as far from it as they rest
 * from the model's origin. undefined: on its own parent again. O(bones).
 */
export function hangBone(state: RigState, bone: number, parent: ExternalParent | undefined): void {
  const { definition, externalParents } = state;
  if (state.parents === definition.parents) {
    // Rigs share what their definition has until they differ from it.
    state.parents = definition.parents.slice();
    state.restOffsets = definition.restOffsets.slice();
  }
  for (let i = 0; i < definition.boneCount; i++) {
    const own = definition.parents[i];
    if (bone < 0 ? own >= 0 : i !== bone) continue;
    state.parents[i] = parent ? EXTERNAL : own;
    externalParents[i] = parent;
    for (let j = 3 * i; j < 3 * i + 3; j++) {
      state.restOffsets[j] = parent && bone >= 0 ? 0 : definition.restOffsets[j];
    }
  }
}
