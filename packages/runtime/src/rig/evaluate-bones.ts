import { APPEND_OWN_TRANSLATION, APPEND_ROTATION, APPEND_TRANSLATION } from './rig-definition.js';
import { EXTERNAL_PARENT, type ExternalParent, type RigState } from './rig-state.js';
import { multiply, scaleRotation } from '../rotation.js';
import { placeInSheared, updateShear } from './shear.js';

/*
 * How a bone gets its rotation, in the names of RigState (translations take the same steps as far as
 * `translations`):
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
    // a program may have switched it off
    if (!(appendKinds[bone] & APPEND_ROTATION) || isHeld[bone] === 1) continue;
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

/**
 * Rotation and position in the model's space, of the bones from index `first` on; parents come first.
 * O(bones).
 *
 * world = parent · T(localPosition) · R(localRotation), with the parent's world transform and shear as
 * stored. The transform of the last bone stays in variables, because it is mostly the parent of the next one:
 * IK refreshes its chain hundreds of times.
 */
export function updateWorldTransforms(state: RigState, bones: Int32Array, first = 0): void {
  const { parents, localRotations, localPositions, worldRotations, worldPositions, isSheared } = state;
  const mayShear = state.shearedMatrices.length > 0;
  let last = -1;
  let ax = 0;
  let ay = 0;
  let az = 0;
  let aw = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let i = first; i < bones.length; i++) {
    const bone = bones[i];
    const parent = parents[bone];
    const r = 4 * bone;
    const p = 3 * bone;
    if (parent !== last || parent < 0) {
      const external = parent < 0 ? parentOutside(state, bone) : undefined;
      const rotations = external ? external.rotation : worldRotations;
      const positions = external ? external.position : worldPositions;
      const j = external ? 0 : parent;
      ax = rotations[4 * j];
      ay = rotations[4 * j + 1];
      az = rotations[4 * j + 2];
      aw = rotations[4 * j + 3];
      px = positions[3 * j];
      py = positions[3 * j + 1];
      pz = positions[3 * j + 2];
    }
    if (mayShear && parent >= 0 && isSheared[parent] === 1) {
      placeInSheared(state, bone);
      px += worldPositions[p];
      py += worldPositions[p + 1];
      pz += worldPositions[p + 2];
    } else {
      const x = localPositions[p];
      const y = localPositions[p + 1];
      const z = localPositions[p + 2];
      const tx = 2 * (ay * z - az * y);
      const ty = 2 * (az * x - ax * z);
      const tz = 2 * (ax * y - ay * x);
      px += x + aw * tx + ay * tz - az * ty;
      py += y + aw * ty + az * tx - ax * tz;
      pz += z + aw * tz + ax * ty - ay * tx;
    }
    worldPositions[p] = px;
    worldPositions[p + 1] = py;
    worldPositions[p + 2] = pz;
    const bx = localRotations[r];
    const by = localRotations[r + 1];
    const bz = localRotations[r + 2];
    const bw = localRotations[r + 3];
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    worldRotations[r + 3] = aw = aw * bw - ax * bx - ay * by - az * bz;
    worldRotations[r] = ax = x;
    worldRotations[r + 1] = ay = y;
    worldRotations[r + 2] = az = z;
    if (mayShear) updateShear(state, bone);
    last = bone;
  }
}

/** What a bone without a parent in the model follows. */
function parentOutside({ parents, externalParents }: RigState, bone: number): ExternalParent {
  return parents[bone] === EXTERNAL_PARENT ? externalParents[bone]! : ORIGIN;
}

const ORIGIN: ExternalParent = {
  rotation: /* @__PURE__ */ Float64Array.of(0, 0, 0, 1),
  position: /* @__PURE__ */ new Float64Array(3),
};
