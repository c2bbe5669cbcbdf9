import { LINK_BYTES } from './keys.js';
import type { ModelCounts } from './pose.js';
import { BONE_BYTES, MORPH_BYTES, STATE_BYTES, type VersionOneBytes } from './version-1-bytes.js';

type Search = { bytes: VersionOneBytes; isEnd: (at: number) => boolean };
export type Counts = Pick<ModelCounts, 'bones' | 'iks' | 'morphs'>;

/**
 * The numbers of bones, morphs and IKs of a model of version 1, which does not tell them: those by which everything
 * comes out even; undefined if none do. The first bone's first key would begin at `at`.
 *
 * A pool's keys are numbered from the number of first keys on; first keys are at frame 0, rotations have length 1,
 * switches are 0 or 1, a bone's state has the x of its rotation twice; and what follows a model can begin at its end.
 * Given the bones, morphs and IKs must put both the states and the end in their places, 17 m + k and 4 m + k bytes on.
 *
 * @see Measured on MMD's own sample project: one answer for each of its 11 models.
 */
export function solveCounts(bytes: VersionOneBytes, at: number, isEnd: Search['isEnd']): Counts | undefined {
  for (let bones = 0; ; bones++) {
    const bonesEnd = bytes.poolEnd(at + bones * BONE_BYTES, bones, BONE_BYTES);
    const rest = bonesEnd === undefined ? undefined : solveMorphs({ bytes, isEnd }, bonesEnd, bones);
    if (rest) return { bones, ...rest };
    if (!bytes.isFirstBone(at + bones * BONE_BYTES)) return undefined;
  }
}

function solveMorphs(search: Search, at: number, bones: number): Omit<Counts, 'bones'> | undefined {
  const { bytes } = search;
  for (let morphs = 0; ; morphs++) {
    const morphsEnd = bytes.poolEnd(at + morphs * MORPH_BYTES, morphs, MORPH_BYTES);
    const iks = morphsEnd === undefined ? undefined : solveIks(search, morphsEnd, bones, morphs);
    if (iks !== undefined) return { morphs, iks };
    if (!bytes.isFirstMorph(at + morphs * MORPH_BYTES)) return undefined;
  }
}

function solveIks({ bytes, isEnd }: Search, at: number, bones: number, morphs: number): number | undefined {
  if (!bytes.isFirstProperty(at)) return undefined;
  const switches = at + LINK_BYTES + 1;
  for (let iks = 0; bytes.areSwitches(switches + iks, 1); iks++) {
    const firstBytes = LINK_BYTES + 1 + iks + 1; // visible, switches, selected
    const states = bytes.poolEnd(at + firstBytes, 1, firstBytes);
    if (states === undefined || !bytes.areBoneStates(states, bones)) continue;
    const ikStates = states + bones * STATE_BYTES + morphs * 4;
    if (bytes.areSwitches(ikStates, iks) && isEnd(ikStates + iks)) return iks;
  }
  return undefined;
}

/** Whether a model of these numbers, whatever else is in it, would end where what follows can begin. O(bones). */
export function fitsCounts(
  bytes: VersionOneBytes,
  at: number,
  isEnd: Search['isEnd'],
  { bones, morphs, iks }: Counts,
): boolean {
  const bonesEnd = bytes.sectionEnd(at, bones, BONE_BYTES);
  if (bonesEnd === undefined) return false;
  const morphsEnd = bytes.sectionEnd(bonesEnd, morphs, MORPH_BYTES);
  if (morphsEnd === undefined) return false;
  const states = bytes.sectionEnd(morphsEnd, 1, LINK_BYTES + 1 + iks + 1);
  if (states === undefined || !bytes.areRepeated(states, bones)) return false;
  return isEnd(states + bones * STATE_BYTES + morphs * 4 + iks);
}
