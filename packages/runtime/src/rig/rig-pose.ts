import type { HeldBones } from './held-bones.js';
import { resetRotations } from '../rotation.js';

/**
 * The input of a rig. A motion, a mixer or a program writes it; `rig.solve()` only reads it.
 *
 * Three's space, MMD units. Only one of them may drive a pose.
 *
 * @example
 * const head = 4 * rig.boneIndex('頭');
 * rig.pose.rotations.set([0, Math.sin(0.2), 0, Math.cos(0.2)], head); // turned by 0.4 about y
 * rig.solve();
 */
export class RigPose {
  /** `3 * bones`, x y z from rest. */
  declare readonly translations: Float64Array;
  /** `4 * bones`, x y z w from rest. */
  declare readonly rotations: Float64Array;
  /** Without the weights that group morphs add: the rig resolves those. */
  declare readonly morphWeights: Float64Array;
  /** `iks`, 1 = on. */
  declare readonly ikEnabled: Uint8Array;
  /** `bones`, 1 = the bone's rigid bodies are simulated. */
  declare readonly physicsEnabled: Uint8Array;
  visible = true;
  /**
   * In the pose of a rig: where physics has moved bones. Motions read it to lead bones out of a simulation.
   */
  declare readonly held: HeldBones | undefined;

  /** A pose at rest. */
  constructor(bones: number, morphs: number, iks: number, held?: HeldBones) {
    this.held = held;
    this.translations = new Float64Array(3 * bones);
    this.rotations = new Float64Array(4 * bones);
    this.morphWeights = new Float64Array(morphs);
    this.ikEnabled = new Uint8Array(iks);
    this.physicsEnabled = new Uint8Array(bones);
    this.reset();
  }

  /**
   * Goes back to rest: bones at rest, morphs at 0, every IK and all physics on, visible. O(bones + morphs).
   */
  reset(): void {
    this.translations.fill(0);
    resetRotations(this.rotations);
    this.morphWeights.fill(0);
    this.ikEnabled.fill(1);
    this.physicsEnabled.fill(1);
    this.held?.isLed.fill(0);
    this.visible = true;
  }
}
