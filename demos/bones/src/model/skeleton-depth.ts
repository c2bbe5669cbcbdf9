import type { RigDefinition } from '@odori/runtime';

/** How many bones the longest chain from a root has. O(bones). */
export function skeletonDepth({ parents, beforePhysics, afterPhysics }: RigDefinition): number {
  const depths = new Int32Array(parents.length);
  let deepest = 0;
  for (const { bones } of [beforePhysics, afterPhysics]) {
    for (const bone of bones) {
      depths[bone] = 1 + (parents[bone] < 0 ? 0 : depths[parents[bone]]); // parents come first
      deepest = Math.max(deepest, depths[bone]);
    }
  }
  return deepest;
}
