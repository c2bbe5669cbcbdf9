import { applyHeldBones } from './hold-bone.js';
import type { RigState } from './rig-state.js';
import { multiply, normalize, projectOnAxis, scaleRotation } from '../rotation.js';

/**
 * Resolves morph weights: the weights of the pose, plus those that group morphs add (one level deep), plus
 * the weight of the one child that each flip morph shows.
 *
 * O(morphs + groups).
 */
export function resolveMorphs({ definition, pose, morphWeights }: RigState): void {
  const { groups, flips } = definition.morphs;
  const poseWeights = pose.morphWeights;
  morphWeights.set(poseWeights);
  for (const { morph, children, weights } of groups) {
    for (let i = 0; i < children.length; i++) morphWeights[children[i]] += poseWeights[morph] * weights[i];
  }
  for (const { morph, children, weights } of flips) {
    const shown = Math.min(Math.floor((children.length + 1) * poseWeights[morph]), children.length) - 1;
    if (shown >= 0) morphWeights[children[shown]] += weights[shown];
  }
}

/**
 * Copies the pose that a motion, a mixer or a program wrote, with bone morphs on top. A rotation that has no
 * finite length, or length 0, becomes the identity. A fixed axis limits only this rotation: neither a bone
 * morph nor an append.
 *
 * O(bones).
 */
export function applyPose(state: RigState): void {
  const { definition, pose, ownTranslations, ownRotations, translations, rotations } = state;
  const { hasFixedAxis, fixedAxes } = definition;
  ownTranslations.set(pose.translations);
  ownRotations.set(pose.rotations);
  for (let bone = 0; bone < hasFixedAxis.length; bone++) {
    normalize(ownRotations, 4 * bone);
    if (hasFixedAxis[bone] === 1) projectOnAxis(ownRotations, 4 * bone, fixedAxes, 3 * bone);
  }
  applyBoneMorphs(state);
  if (state.held.count > 0) applyHeldBones(state);
  translations.set(ownTranslations);
  rotations.set(ownRotations);
}

/** The same for a few bones, without bone morphs and fixed axes. O(these bones). */
export function copyPose(state: RigState, bones: Int32Array): void {
  const { pose, ownTranslations, ownRotations, translations, rotations } = state;
  for (let i = 0; i < bones.length; i++) {
    for (let k = 3 * bones[i]; k < 3 * bones[i] + 3; k++)
      translations[k] = ownTranslations[k] = pose.translations[k];
    for (let k = 4 * bones[i]; k < 4 * bones[i] + 4; k++) rotations[k] = ownRotations[k] = pose.rotations[k];
  }
}

/** Adds bone morphs to the translations and rotations of the pose: morph · motion. */
function applyBoneMorphs({ definition, morphWeights, ownTranslations, ownRotations }: RigState): void {
  for (const { morph, bone, translation, rotation } of definition.morphs.bones) {
    const weight = morphWeights[morph];
    if (weight === 0) continue;
    for (let axis = 0; axis < 3; axis++) ownTranslations[3 * bone + axis] += translation[axis] * weight;
    scaleRotation(rotation, 0, weight, morphRotation, 0);
    multiply(morphRotation, 0, ownRotations, 4 * bone, ownRotations, 4 * bone);
  }
}

const morphRotation = /* @__PURE__ */ new Float64Array(4);
