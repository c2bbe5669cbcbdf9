/**
 * One bone of every ring of bones that are their own ancestors; without its parent, the ring is open.
 * O(bones).
 *
 * @example
 * findBoneCycles([{ parent: 1 }, { parent: 0 }, { parent: 0 }]); // → [1]: 0 → 1 → 0
 */
export function findBoneCycles(bones: readonly { readonly parent: number }[]): number[] {
  const searchOf = new Int32Array(bones.length).fill(-1);
  const found: number[] = [];
  bones.forEach((_, search) => {
    let last = -1;
    let bone = search;
    while (bones[bone] && searchOf[bone] < 0) {
      searchOf[bone] = search;
      last = bone;
      bone = bones[bone].parent;
    }
    if (last >= 0 && bones[bone] && searchOf[bone] === search) found.push(last);
  });
  return found;
}
