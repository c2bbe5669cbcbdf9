import { EXTERNAL, type ExternalParent, type RigState } from './rig-state.js';

/** Hangs a bone on an external parent, by its move alone; undefined: on its own parent again. */
export function hangBone(state: RigState, bone: number, parent: ExternalParent | undefined): void {
  if (parent) ownColumns(state);
  else if (state.parents[bone] !== EXTERNAL) return;
  const { definition, parents, restOffsets, externalParents } = state;
  parents[bone] = parent ? EXTERNAL : definition.parents[bone];
  externalParents[bone] = parent;
  for (let i = 3 * bone; i < 3 * bone + 3; i++) restOffsets[i] = parent ? 0 : definition.restOffsets[i];
}

/** Hangs all bones that have no parent on an external one, as far from it as they rest from the model's origin. */
export function hangModel(state: RigState, parent: ExternalParent | undefined): void {
  if (parent) ownColumns(state);
  const { definition, parents, restOffsets, externalParents } = state;
  for (let bone = 0; bone < definition.boneCount; bone++) {
    if (definition.parents[bone] >= 0 || (!parent && parents[bone] !== EXTERNAL)) continue;
    parents[bone] = parent ? EXTERNAL : -1;
    externalParents[bone] = parent;
    for (let i = 3 * bone; i < 3 * bone + 3; i++) restOffsets[i] = definition.restOffsets[i];
  }
}

/** Rigs share what their definition has until they differ from it. */
function ownColumns(state: RigState): void {
  const { definition } = state;
  if (state.parents !== definition.parents) return;
  state.parents = definition.parents.slice();
  state.restOffsets = definition.restOffsets.slice();
  for (let bone = 0; bone < definition.boneCount; bone++) state.externalParents.push(undefined);
}
