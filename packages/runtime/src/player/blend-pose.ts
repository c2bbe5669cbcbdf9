import { Quaternion } from 'three';
import type { RigPose } from '../rig/index.js';

/**
 * Moves a pose towards another, in place: 0 leaves it, 1 makes it the other. Allocates nothing; O(bones + morphs).
 *
 * What three's AnimationMixer makes of two actions whose weights are `1 − weight` and `weight`: numbers are mixed in a
 * straight line, rotations on the sphere, the short way round; switches (IK, physics, visible) change over at half.
 */
export function blendPose(pose: RigPose, towards: RigPose, weight: number): void {
  blendNumbers(pose.translations, towards.translations, weight);
  blendNumbers(pose.morphWeights, towards.morphWeights, weight);
  blendRotations(pose.rotations, towards.rotations, weight);
  if (weight < 0.5) return;
  pose.ikEnabled.set(towards.ikEnabled);
  pose.physicsEnabled.set(towards.physicsEnabled);
  pose.visible = towards.visible;
}

function blendNumbers(numbers: Float64Array, towards: Float64Array, weight: number): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = numbers[i] * (1 - weight) + towards[i] * weight;
}

function blendRotations(turns: Float64Array, towards: Float64Array, weight: number): void {
  const from = turns as ArrayLike<number> as number[]; // typed for plain arrays, and works on any
  const to = towards as ArrayLike<number> as number[];
  for (let i = 0; i < turns.length; i += 4) Quaternion.slerpFlat(from, i, from, i, to, i, weight);
}
