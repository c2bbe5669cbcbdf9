import type { RigDefinition } from '@odori/runtime';

/** What moves a bone, besides its own key: this colours it. */
export type BoneKind = 'plain' | 'chain' | 'append' | 'goal';

/** One per bone. A link of an IK chain that also appends counts as a link. */
export function boneKinds(definition: RigDefinition): BoneKind[] {
  const { boneCount, appendKinds } = definition;
  const kinds = Array.from({ length: boneCount }, (_, bone): BoneKind =>
    appendKinds[bone] === 0 ? 'plain' : 'append',
  );
  for (const { bone, effector, links } of iksOf(definition)) {
    for (const link of links) kinds[link.bone] = 'chain';
    kinds[effector] = 'chain';
    kinds[bone] = 'goal';
  }
  return kinds;
}

/** Every IK, in the order of its slots. */
export function iksOf({ beforePhysics, afterPhysics }: RigDefinition): RigDefinition['beforePhysics']['iks'] {
  return [...beforePhysics.iks, ...afterPhysics.iks];
}
