import type { MmdName, PmmModel } from '@odori/format';
import type { RigDefinition } from '@odori/runtime';

/**
 * A model of a project with the names of bones and morphs that version 1 leaves to the PMD, from that PMD.
 *
 * undefined: it has other counts, and is not the one the project was made with.
 */
export function nameTracks(document: PmmModel, definition: RigDefinition): PmmModel | undefined {
  const { boneNames, morphNames, bones, morphs, current } = document;
  const [boneCount, morphCount] = [bones.starts.length - 1, morphs.starts.length - 1];
  if (boneNames.length >= boneCount && morphNames.length >= morphCount) return document;
  const names = morphNamesOf(definition, morphCount);
  // Whatever a PMX has more than its PMD stands behind it.
  if (!definition.fromPmd || definition.boneCount < boneCount || !names) return undefined;
  const { ikNames } = definition;
  return {
    ...document,
    boneNames: definition.boneNames.slice(0, boneCount).map(toName),
    morphNames: names.map(toName),
    ikBones: Int32Array.from(ikNames.length === current.ikEnabled.length ? ikNames : [], (name) =>
      definition.boneNames.indexOf(name),
    ),
  };
}

/** The base of a PMD is a track of the project and no morph of the PMX. */
function morphNamesOf({ morphNames }: RigDefinition, count: number): string[] | undefined {
  if (morphNames.length === count) return [...morphNames];
  return morphNames.length === count - 1 ? ['base', ...morphNames] : undefined;
}

function toName(text: string): MmdName {
  return { text, bytes: new Uint8Array(0) };
}
