/**
 * What drives a rig: a motion, a mixer or a program writes it, `rig.solve()` reads it and never writes.
 *
 * Three's space, MMD units. One driver per pose.
 */
export class RigPose {
  /** `3 * bones`, x y z from rest. */
  declare readonly translations: Float64Array;
  /** `4 * bones`, x y z w from rest. */
  declare readonly rotations: Float64Array;
  /** As keyed: groups are resolved by the rig. */
  declare readonly morphWeights: Float64Array;
  /** One per IK, 1 = on. */
  declare readonly ikEnabled: Uint8Array;
  /** One per bone, 1 = its rigid bodies are simulated. */
  declare readonly physicsEnabled: Uint8Array;
  visible = true;

  /** At rest. */
  constructor(bones: number, morphs: number, iks: number) {
    this.translations = new Float64Array(3 * bones);
    this.rotations = new Float64Array(4 * bones);
    this.morphWeights = new Float64Array(morphs);
    this.ikEnabled = new Uint8Array(iks);
    this.physicsEnabled = new Uint8Array(bones);
    this.reset();
  }

  /** Rest: nothing moved, no morph, every IK and all physics on, visible. O(bones + morphs). */
  reset(): void {
    this.translations.fill(0);
    for (let i = 0; i < this.rotations.length; i++) this.rotations[i] = i % 4 === 3 ? 1 : 0;
    this.morphWeights.fill(0);
    this.ikEnabled.fill(1);
    this.physicsEnabled.fill(1);
    this.visible = true;
  }
}
