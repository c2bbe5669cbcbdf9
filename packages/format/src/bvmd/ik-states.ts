import type { VmdProperties } from '../vmd/vmd.js';

/**
 * The state of every IK bone at every key: per name, a number a key.
 *
 * A key that does not name a bone leaves it as it was; before its first naming it is on. O(keys × names).
 */
export function ikStates({
  count,
  names,
  ikStarts,
  ikNameIndex,
  ikEnabled,
}: Pick<VmdProperties, 'count' | 'names' | 'ikStarts' | 'ikNameIndex' | 'ikEnabled'>): Uint8Array[] {
  const states = names.map(() => new Uint8Array(count));
  const now = new Uint8Array(names.length).fill(1);
  for (let key = 0; key < count; key++) {
    for (let i = ikStarts[key]; i < ikStarts[key + 1]; i++) now[ikNameIndex[i]] = ikEnabled[i];
    states.forEach((state, ik) => (state[key] = now[ik]));
  }
  return states;
}
