import type { MmdName, Pmd, Pmm, Pmx } from '@odori/format';
import type { MmdDocument } from '../documents/parse-document.js';

/** A bone, a morph or an expression that a file names. */
export interface NamedPart {
  readonly part: 'bone' | 'morph' | 'expression';
  readonly name: string;
  /** In models that have one. */
  readonly nameEn?: string;
  /** In motions and projects: how many keyframes the bone or morph has. */
  readonly keys?: number;
  /** In projects: the number of the model, in the order of the file. */
  readonly model?: number;
}

/** The bones and morphs of a document in its order; none for accessories. O(names + keys). */
export function listNames(document: MmdDocument): NamedPart[] {
  switch (document.format) {
    case 'vmd':
    case 'bvmd':
      return [...tracksOf('bone', document.bones), ...tracksOf('morph', document.morphs)];
    case 'vpd':
      return [
        ...document.bones.map(({ name }) => ({ part: 'bone' as const, name })),
        ...document.morphs.map(({ name }) => ({ part: 'morph' as const, name })),
      ];
    case 'pmx':
      return ofPmx(document);
    case 'pmd':
      return ofPmd(document);
    case 'pmm':
      return ofPmm(document);
    default:
      return [];
  }
}

interface Tracks {
  readonly count: number;
  readonly names: readonly MmdName[];
  readonly nameIndex: Uint32Array;
}

function tracksOf(part: NamedPart['part'], { count, names, nameIndex }: Tracks): NamedPart[] {
  const keys = new Uint32Array(names.length);
  for (const index of nameIndex.subarray(0, count)) keys[index]++;
  return names.map(({ text }, i) => ({ part, name: text, keys: keys[i] }));
}

function ofPmx({ bones, morphs }: Pmx): NamedPart[] {
  return [
    ...bones.map(({ name, nameEn }) => named('bone', name, nameEn)),
    ...morphs.map(({ name, nameEn }) => named('morph', name, nameEn)),
  ];
}

function ofPmd({ bones, morphs, english }: Pmd): NamedPart[] {
  const [, ...shown] = morphs; // the first is the base, which is no morph to a user
  return [
    ...bones.map(({ name }, i) => named('bone', name.text, english?.boneNames[i]?.text)),
    ...shown.map(({ name }, i) => named('morph', name.text, english?.morphNames[i]?.text)),
  ];
}

function named(part: NamedPart['part'], name: string, nameEn = ''): NamedPart {
  return { part, name, ...(nameEn !== '' && { nameEn }) };
}

function ofPmm({ models }: Pmm): NamedPart[] {
  return models.flatMap(({ boneNames, morphNames, bones, morphs }, model) => {
    const tracks = (part: NamedPart['part'], names: readonly MmdName[], starts: Uint32Array): NamedPart[] =>
      names.map(({ text }, i) => ({ part, name: text, keys: starts[i + 1] - starts[i], model }));
    return [...tracks('bone', boneNames, bones.starts), ...tracks('morph', morphNames, morphs.starts)];
  });
}
