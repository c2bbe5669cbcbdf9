import { APPEND_OWN_TRANSLATION, APPEND_ROTATION, APPEND_TRANSLATION } from './rig-definition.js';
import { EXTERNAL_PARENT, type RigState } from './rig-state.js';
import { multiply, rotateVector, scaleRotation } from './rotation.js';
import { placeInSheared, updateShear } from './shear.js';

/*
 * How a bone gets its rotation, in the names of RigState (translations take the same steps as far as `translations`):
 *
 *   pose.rotations  → ownRotations      normalized, on its fixed axis, bone morphs in front
 *   ownRotations    → rotations         · inherited, the rotation that it appends
 *   rotations       → localRotations    ikRotations · rotations
 *   localRotations  → worldRotations    the parent's worldRotations · localRotations
 */

/** Adds the rotations that bones append; sources come first. Again once IK has rotated links. O(bones). */
export function appendRotations(state: RigState, bones: Int32Array): void {
  const { definition, options, ownRotations, inheritedRotations, rotations, ikRotations } = state;
  const { isHeld } = state.held;
  const { appendKinds, appendSources, appendRatios } = definition;
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    if (!(appendKinds[bone] & APPEND_ROTATION) || isHeld[bone] === 1) continue; // a program may have switched it off
    const source = appendSources[bone];
    const passesInherited =
      options.chainedAppend === 'inherited' && (appendKinds[source] & APPEND_ROTATION) !== 0;
    const taken = passesInherited ? inheritedRotations : rotations;
    multiply(ikRotations, 4 * source, taken, 4 * source, inheritedRotations, 4 * bone);
    scaleRotation(inheritedRotations, 4 * bone, appendRatios[bone], inheritedRotations, 4 * bone);
    if (options.appendOrder === 'first')
      multiply(ownRotations, 4 * bone, inheritedRotations, 4 * bone, rotations, 4 * bone);
    else multiply(inheritedRotations, 4 * bone, ownRotations, 4 * bone, rotations, 4 * bone);
  }
}

/** Adds the translations that bones append. O(bones). */
export function appendTranslations(
  { definition, ownTranslations, translations, held }: RigState,
  bones: Int32Array,
): void {
  const { appendKinds, appendSources, appendRatios } = definition;
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    const kind = appendKinds[bone];
    if (!(kind & APPEND_TRANSLATION) || held.isHeld[bone] === 1) continue;
    const taken = kind & APPEND_OWN_TRANSLATION ? ownTranslations : translations;
    const source = appendSources[bone];
    for (let axis = 0; axis < 3; axis++) {
      translations[3 * bone + axis] =
        ownTranslations[3 * bone + axis] + taken[3 * source + axis] * appendRatios[bone];
    }
  }
}

/** Rotation and position relative to the parent, IK included. O(bones). */
export function updateLocalTransforms(state: RigState, bones: Int32Array): void {
  const { translations, rotations, ikRotations, localRotations, localPositions, restOffsets } = state;
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    multiply(ikRotations, 4 * bone, rotations, 4 * bone, localRotations, 4 * bone);
    for (let j = 3 * bone; j < 3 * bone + 3; j++) localPositions[j] = restOffsets[j] + translations[j];
  }
}

/** Rotation and position in the model's space; parents come first. O(bones). */
export function updateWorldTransforms(state: RigState, bones: Int32Array): void {
  for (let i = 0; i < bones.length; i++) updateWorldTransform(state, bones[i]);
}

/** world = parent · T(localPosition) · R(localRotation), with the parent's world transform and shear as stored. */
export function updateWorldTransform(state: RigState, bone: number): void {
  const { parents, localRotations, worldRotations } = state;
  const parent = parents[bone];
  updateWorldPosition(state, bone);
  if (parent === EXTERNAL_PARENT) {
    const { rotation } = state.externalParents[bone]!;
    multiply(rotation, 0, localRotations, 4 * bone, worldRotations, 4 * bone);
  } else if (parent >= 0) {
    multiply(worldRotations, 4 * parent, localRotations, 4 * bone, worldRotations, 4 * bone);
  } else for (let j = 4 * bone; j < 4 * bone + 4; j++) worldRotations[j] = localRotations[j];
  if (state.shearedMatrices.length > 0) updateShear(state, bone);
}

/** The position alone. */
export function updateWorldPosition(state: RigState, bone: number): void {
  const { parents, localPositions, worldRotations, worldPositions } = state;
  const parent = parents[bone];
  const i = 3 * bone;
  if (parent === EXTERNAL_PARENT) {
    const { rotation, position } = state.externalParents[bone]!;
    rotateVector(rotation, 0, localPositions, i, worldPositions, i);
    for (let j = 0; j < 3; j++) worldPositions[i + j] += position[j];
    return;
  }
  if (parent < 0) {
    for (let j = i; j < i + 3; j++) worldPositions[j] = localPositions[j];
    return;
  }
  if (state.isSheared[parent] === 1) placeInSheared(state, bone);
  else rotateVector(worldRotations, 4 * parent, localPositions, i, worldPositions, i);
  for (let j = 0; j < 3; j++) worldPositions[i + j] += worldPositions[3 * parent + j];
}
