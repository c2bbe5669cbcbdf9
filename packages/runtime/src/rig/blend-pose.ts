import { HeldBones } from './held-bones.js';
import type { RigDefinition } from './rig-definition.js';
import { RigPose } from './rig-pose.js';
import { invert, multiply, slerp, slerpWeight } from '../rotation.js';

/** Parts of a pose, by index. */
export interface PoseSlots {
  readonly bones: Int32Array;
  readonly morphs: Int32Array;
  readonly iks: Int32Array;
  readonly hasVisibility: boolean;
}

/** All parts of a pose. */
export function allSlots({ physicsEnabled, morphWeights, ikEnabled }: RigPose): PoseSlots {
  const upTo = (count: number): Int32Array => Int32Array.from({ length: count }, (_, i) => i);
  return {
    bones: upTo(physicsEnabled.length),
    morphs: upTo(morphWeights.length),
    iks: upTo(ikEnabled.length),
    hasVisibility: true,
  };
}

/** A pose of the same rig, for another motion that is going to be blended into `pose`. */
export function createPoseBeside(pose: RigPose, { boneNames, morphNames, ikNames }: RigDefinition): RigPose {
  const held = pose.held && new HeldBones(boneNames.length, pose.held);
  return new RigPose(boneNames.length, morphNames.length, ikNames.length, held);
}

/**
 * Moves parts of a pose towards another, in place, by `slerpWeight`: 0 leaves it, 1 makes it equal. Allocates
 * nothing; O(slots).
 *
 * The result is that of three's AnimationMixer for two actions of weight `1 − weight` and `weight`: numbers
 * blend linearly, rotations on the sphere along the shorter arc; switches (IK, physics, visible) change at
 * half.
 */
export function blendPose(pose: RigPose, towards: RigPose, slots: PoseSlots): void {
  const { bones, morphs } = slots;
  const weight = slerpWeight[0];
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    for (let at = 3 * bone; at < 3 * bone + 3; at++)
      pose.translations[at] = pose.translations[at] * (1 - weight) + towards.translations[at] * weight;
    slerp(pose.rotations, 4 * bone, towards.rotations, 4 * bone, pose.rotations, 4 * bone);
  }
  for (let i = 0; i < morphs.length; i++) {
    const at = morphs[i];
    pose.morphWeights[at] = pose.morphWeights[at] * (1 - weight) + towards.morphWeights[at] * weight;
  }
  if (weight >= 0.5) copySwitches(pose, towards, slots);
}

function copySwitches(pose: RigPose, from: RigPose, { bones, iks, hasVisibility }: PoseSlots): void {
  for (let i = 0; i < iks.length; i++) pose.ikEnabled[iks[i]] = from.ikEnabled[iks[i]];
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    pose.physicsEnabled[bone] = from.physicsEnabled[bone];
    if (from.held && pose.held) pose.held.isLed[bone] = from.held.isLed[bone];
  }
  if (hasVisibility) pose.visible = from.visible;
}

/**
 * Adds to parts of a pose what changes from `reference` to `changed`, times `slerpWeight`, in place: numbers
 * are added, rotations come before the pose's own. Switches stay. Allocates nothing; O(slots).
 *
 * The result is that of three's AnimationMixer for an action whose clip went through makeClipAdditive.
 */
export function addPose(
  pose: RigPose,
  reference: RigPose,
  changed: RigPose,
  { bones, morphs }: PoseSlots,
): void {
  const weight = slerpWeight[0];
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    for (let at = 3 * bone; at < 3 * bone + 3; at++)
      pose.translations[at] += (changed.translations[at] - reference.translations[at]) * weight;
    invert(reference.rotations, 4 * bone, turn, 0);
    multiply(turn, 0, changed.rotations, 4 * bone, turn, 0);
    slerp(REST, 0, turn, 0, turn, 0);
    multiply(pose.rotations, 4 * bone, turn, 0, pose.rotations, 4 * bone);
  }
  for (let i = 0; i < morphs.length; i++) {
    const at = morphs[i];
    pose.morphWeights[at] += (changed.morphWeights[at] - reference.morphWeights[at]) * weight;
  }
}

const REST = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1);
const turn = /* @__PURE__ */ new Float64Array(4);
