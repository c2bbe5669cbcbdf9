/**
 * Bones that physics moves: each keeps the place relative to its parent that it was last given, whatever its
 * keyframes, IK and append say.
 */
export class HeldBones {
  /** The number of bones that are held. */
  count = 0;
  /** By bone, 1 = held. */
  readonly isHeld: Uint8Array;
  /** By bone, 1 = its place below is where it is held, or where it was held last. */
  readonly isKnown: Uint8Array;
  /** `3 * bones`, from rest. */
  readonly translations: Float64Array;
  /** `4 * bones`, x y z w, from rest. */
  readonly rotations: Float64Array;
  /**
   * By bone, 1 = between two keyframes of which the later one switches physics off: the bone follows its
   * keyframes, but comes from its known place instead of the earlier keyframe.
   */
  readonly isLed: Uint8Array;

  /** `shared`: of another pose of the same rig, which leads bones by itself. */
  constructor(bones: number, shared?: HeldBones) {
    this.isHeld = shared?.isHeld ?? new Uint8Array(bones);
    this.isKnown = shared?.isKnown ?? new Uint8Array(bones);
    this.translations = shared?.translations ?? new Float64Array(3 * bones);
    this.rotations = shared?.rotations ?? new Float64Array(4 * bones);
    this.isLed = new Uint8Array(bones);
  }
}
