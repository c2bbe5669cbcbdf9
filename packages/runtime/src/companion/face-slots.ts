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
 * The morphs of a face by what they do: names of Japanese and English models and of VRM. Copy and extend it
 * for models with other names.
 *
 * @example
 * lips(voice, { slots: { ...FACE_SLOTS, a: ['Mouth_A', ...FACE_SLOTS.a] } });
 */
export const FACE_SLOTS: FaceSlots = {
  a: ['あ', 'aa', 'a', 'A', 'Ah'],
  i: ['い', 'ih', 'i', 'I', 'Ch'],
  u: ['う', 'ou', 'u', 'U'],
  e: ['え', 'ee', 'e', 'E', 'Eh'],
  o: ['お', 'oh', 'o', 'O', 'Oh'],
  n: ['ん', 'n', 'N'],
  blink: ['まばたき', 'blink', 'Blink', '眨眼', 'まばたき２'],
};

/** Of each slot, the index of its morph; −1 where the model has none. O(slots · morphs). */
export function findSlots<K extends string>(
  { definition }: Rig,
  slots: Readonly<Record<K, readonly string[]>>,
): Record<K, number> {
  const { morphNames } = definition;
  const indexOf = (names: readonly string[]): number =>
    names.map((name) => morphNames.indexOf(name)).find((index) => index >= 0) ?? -1;
  const entries = Object.entries<readonly string[]>(slots).map(([slot, names]) => [slot, indexOf(names)]);
  return Object.fromEntries(entries) as Record<K, number>;
}
