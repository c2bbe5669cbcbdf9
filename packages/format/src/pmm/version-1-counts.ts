import { LINK_BYTES } from './keys.js';
import type { ModelCounts } from './pose.js';
import {
  BONE_BYTES,
  POSSIBLE_END,
  type EndFit,
  MORPH_BYTES,
  NO_END,
  STATE_BYTES,
  type VersionOneBytes,
  WHOLE_END,
} from './version-1-bytes.js';

export type Counts = Pick<ModelCounts, 'bones' | 'iks' | 'morphs'>;

/** Can the model end at a place? */
type FitOf = (at: number) => EndFit;

/** The numbers that fit a model. */
export interface SolvedCounts {
  /** Behind the model stands what must stand there. */
  readonly sure?: Counts;
  /** Numbers of a model with bones, behind which the file ends, or goes on in an unusual way. */
  readonly possible?: Counts;
}

/**
 * Finds the numbers of bones, morphs and IKs of a model of version 1, which does not contain them. `at`:
 * where the keys of the model begin.
 *
 * The numbers must fit everything that is known of the bytes: the keys of a pool are numbered from the number
 * of first keys on, first keys are at frame 0, rotations have length 1, switches are 0 or 1, the state of a
 * bone has the x of its rotation twice, there are no more IKs than bones, and the next model or the camera
 * must begin at the end of the model. For given bones, m morphs and k IKs determine two places: the states
 * are 17 m + k bytes further on, the end of the model another 4 m + k bytes.
 *
 * In a truncated file, what follows the last whole model may be missing. Then several numbers may be
 * possible, and those with the fewest IKs are taken. O(bones + morphs × IKs) for a file as MMD writes it;
 * `bytes` has a budget for all others.
 *
 * @see Measured on two projects of MMD's own: one answer for each of their 14 models.
 */
export function solveCounts(bytes: VersionOneBytes, at: number, fitOf: FitOf): SolvedCounts {
  return new CountSearch(bytes, fitOf).withBones(at);
}

class CountSearch {
  readonly #bytes: VersionOneBytes;
  readonly #fitOf: FitOf;
  #found: SolvedCounts = {};

  constructor(bytes: VersionOneBytes, fitOf: FitOf) {
    this.#bytes = bytes;
    this.#fitOf = fitOf;
  }

  withBones(at: number): SolvedCounts {
    const bytes = this.#bytes;
    for (let bones = 0; ; bones++) {
      const bonesEnd = bytes.poolEnd(at + bones * BONE_BYTES, bones, BONE_BYTES);
      if (bonesEnd !== undefined) this.#tryMorphs(bonesEnd, bones);
      if (this.#found.sure || !bytes.isFirstBone(at + bones * BONE_BYTES)) return this.#found;
    }
  }

  #tryMorphs(at: number, bones: number): void {
    const bytes = this.#bytes;
    for (let morphs = 0; ; morphs++) {
      const morphsEnd = bytes.poolEnd(at + morphs * MORPH_BYTES, morphs, MORPH_BYTES);
      if (morphsEnd !== undefined) this.#tryIks(morphsEnd, bones, morphs);
      if (this.#found.sure || !bytes.isFirstMorph(at + morphs * MORPH_BYTES)) return;
    }
  }

  #tryIks(at: number, bones: number, morphs: number): void {
    const bytes = this.#bytes;
    if (!bytes.isFirstProperty(at)) return;
    const switches = at + LINK_BYTES + 1;
    for (let iks = 0; !this.#found.sure && iks <= bones && bytes.areSwitches(switches + iks, 1); iks++) {
      const firstBytes = LINK_BYTES + 1 + iks + 1; // visible, switches, selected
      const states = bytes.poolEnd(at + firstBytes, 1, firstBytes);
      if (states === undefined || !bytes.areBoneStates(states, bones)) continue;
      const ikStates = states + bones * STATE_BYTES + morphs * 4;
      if (bytes.areSwitches(ikStates, iks)) this.#note({ bones, morphs, iks }, this.#fitOf(ikStates + iks));
    }
  }

  #note(counts: Counts, fit: EndFit): void {
    const { possible } = this.#found;
    if (fit === WHOLE_END) this.#found = { sure: counts };
    else if (fit === POSSIBLE_END && counts.bones > 0 && !(possible && possible.iks <= counts.iks))
      this.#found = { possible: counts };
  }
}

/**
 * Would a model with these numbers end where the next model or the camera can begin? Its values may be odd.
 * O(bones).
 */
export function fitsCounts(
  bytes: VersionOneBytes,
  at: number,
  fitOf: FitOf,
  { bones, morphs, iks }: Counts,
): boolean {
  const bonesEnd = bytes.sectionEnd(at, bones, BONE_BYTES);
  if (bonesEnd === undefined) return false;
  const morphsEnd = bytes.sectionEnd(bonesEnd, morphs, MORPH_BYTES);
  if (morphsEnd === undefined) return false;
  const states = bytes.sectionEnd(morphsEnd, 1, LINK_BYTES + 1 + iks + 1);
  if (states === undefined || !bytes.areRepeated(states, bones)) return false;
  const end = states + bones * STATE_BYTES + morphs * 4 + iks;
  return bytes.has(end, 0) && fitOf(end) !== NO_END;
}
