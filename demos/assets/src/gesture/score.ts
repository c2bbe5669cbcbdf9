/**
 * A gesture or an idle motion, in the notation of `parseMarks`, in seconds. It begins and ends in the stance.
 *
 * Hands: as in `Phrase`, each as if it were the left one. Bones: `second:forwards,left,lean`, degrees beyond
 * the stance. Moves: `second:x,y,z`, to her left, up and ahead, units beyond the stance. A hand that is not
 * named has no keyframes, nor has a bone.
 */
export interface GestureScore {
  readonly seconds: number;
  readonly turns: Readonly<Record<string, string>>;
  readonly moves?: Readonly<Record<string, string>>;
  /** Whether feet and legs have keyframes: the feet stay where they are in the stance. */
  readonly stands?: boolean; // false
  readonly left?: string;
  readonly right?: string;
  /** `second:weight`; the weight is linear in between, as in MMD. */
  readonly morphs?: Readonly<Record<string, string>>;
}
