import type { RigDefinition } from '@odori/runtime';

/** What moves a bone besides its own keyframes. Each kind has a colour. */
export type BoneKind = 'plain' | 'chain' | 'append' | 'goal';

/** The kind of each bone. An append bone that is also a link of an IK chain counts as a link. */
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

/** All IK chains, in the order of their slots. */
export function iksOf({ beforePhysics, afterPhysics }: RigDefinition): RigDefinition['beforePhysics']['iks'] {
  return [...beforePhysics.iks, ...afterPhysics.iks];
}
