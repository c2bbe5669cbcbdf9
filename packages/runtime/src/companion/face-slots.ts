import type { Rig } from '../rig/index.js';

/** What a face can do, and the names of morphs that do it: the first one that a model has is used. */
export interface FaceSlots {
  readonly a: readonly string[];
  readonly i: readonly string[];
  readonly u: readonly string[];
  readonly e: readonly string[];
  readonly o: readonly string[];
  /** The closed mouth of a nasal. */
  readonly n: readonly string[];
  readonly blink: readonly string[];
}

/**
 * The morphs of a face by what they do: names of Japanese and English models, of VRM, VRoid, Unity-chan, and
 * of the visemes of Oculus. Copy and extend it for models with other names.
 *
 * @example
 * lips(voice, { slots: { ...FACE_SLOTS, a: ['Mouth_A', ...FACE_SLOTS.a] } });
 */
export const FACE_SLOTS: FaceSlots = {
  a: ['あ', 'aa', 'a', 'A', 'Ah', 'Fcl_MTH_A', 'MTH_A', 'viseme_aa', 'vrc.v_aa'],
  i: ['い', 'ih', 'i', 'I', 'Ch', 'Fcl_MTH_I', 'MTH_I', 'viseme_I', 'vrc.v_ih'],
  u: ['う', 'ou', 'u', 'U', 'Fcl_MTH_U', 'MTH_U', 'viseme_U', 'vrc.v_ou'],
  e: ['え', 'ee', 'えー', 'e', 'E', 'Eh', 'Fcl_MTH_E', 'MTH_E', 'viseme_E', 'vrc.v_e'],
  o: ['お', 'oh', 'o', 'O', 'Oh', 'Fcl_MTH_O', 'MTH_O', 'viseme_O', 'vrc.v_oh'],
  n: ['ん', 'n', 'N', 'nn', 'viseme_nn', 'vrc.v_nn'],
  blink: ['まばたき', 'blink', 'Blink', '眨眼', 'まばたき２', 'Fcl_EYE_Close', 'vrc.blink'],
};

/** Of each slot, the index of its morph; −1 where the model has none. O(slots · morphs). */
export function findSlots<K extends string>(
  { definition }: Rig,
  slots: Readonly<Record<K, readonly string[]>>,
): Record<K, number> {
  const entries = Object.entries<readonly string[]>(slots).map(([slot, names]) => [
    slot,
    findMorph(definition.morphNames, names),
  ]);
  return Object.fromEntries(entries) as Record<K, number>;
}

/** The index of the first candidate that a model has; −1 if it has none. */
export function findMorph(morphNames: readonly string[], candidates: readonly string[]): number {
  return candidates.map((name) => morphNames.indexOf(name)).find((index) => index >= 0) ?? -1;
}
