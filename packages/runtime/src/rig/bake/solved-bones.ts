import type { RigDefinition } from '../rig-definition.js';

/** The same skeleton, appending nothing. */
export function withoutAppend(definition: RigDefinition): RigDefinition {
  return { ...definition, appendKinds: new Uint8Array(definition.boneCount) };
}

/**
 * The bones whose keys do not say how they stand: the links of IKs, and those that append where the replay will not. In
 * the order in which they are evaluated.
 */
export function solvedBones(definition: RigDefinition, replayed: RigDefinition): number[] {
  const { beforePhysics, afterPhysics } = definition;
  const iks = [...beforePhysics.iks, ...afterPhysics.iks];
  const links = new Set(iks.flatMap((ik) => ik.links.map(({ bone }) => bone)));
  const order = new Set([...beforePhysics.bones, ...afterPhysics.bones]);
  return [...order].filter(
    (bone) => links.has(bone) || definition.appendKinds[bone] !== replayed.appendKinds[bone],
  );
}
