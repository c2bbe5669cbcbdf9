import { updateWorldTransforms } from './evaluate-bones.js';
import { EXTERNAL_PARENT, type RigState } from './rig-state.js';
import { invert, multiply, rotateVector } from '../rotation.js';

/** Lets held bones take their stored places instead of those of the pose. O(bones). */
export function applyHeldBones({ held, ownTranslations, ownRotations }: RigState): void {
  const { isHeld, translations, rotations } = held;
  for (let bone = 0; bone < isHeld.length; bone++) {
    if (isHeld[bone] === 0) continue;
    for (let i = 3 * bone; i < 3 * bone + 3; i++) ownTranslations[i] = translations[i];
    for (let i = 4 * bone; i < 4 * bone + 4; i++) ownRotations[i] = rotations[i];
  }
}

/**
 * Holds a bone where its world transform says, and stores that place relative to its parent. Without a
 * position of its own (`moves` false), it keeps its rest offset from the parent.
 */
export function holdBone(state: RigState, bone: number, moves: boolean): void {
  const {
    held,
    ownTranslations,
    ownRotations,
    translations,
    rotations,
    ikRotations,
    localRotations,
    localPositions,
    restOffsets,
  } = state;
  const t = 3 * bone;
  const r = 4 * bone;
  if (held.isHeld[bone] === 0) held.count++;
  held.isHeld[bone] = held.isKnown[bone] = 1;
  readLocalTransform(state, bone);
  if (!moves) {
    for (let i = t; i < t + 3; i++) localPositions[i] = restOffsets[i];
    placed[0] = bone;
    updateWorldTransforms(state, placed);
  }
  ikRotations.fill(0, r, r + 3);
  ikRotations[r + 3] = 1;
  for (let i = t; i < t + 3; i++) {
    const translation = localPositions[i] - restOffsets[i];
    held.translations[i] = translations[i] = ownTranslations[i] = translation;
  }
  for (let i = r; i < r + 4; i++) held.rotations[i] = rotations[i] = ownRotations[i] = localRotations[i];
}

/** A list of the one bone to place. */
const placed = /* @__PURE__ */ new Int32Array(1);

/** Gives a bone back to its keyframes, from the next solve on. */
export function freeBone({ held }: RigState, bone: number): void {
  if (held.isHeld[bone] === 1) held.count--;
  held.isHeld[bone] = 0;
}

/**
 * Reads the local transform from the stored world transforms of the bone and its parent: the inverse of
 * `updateWorldTransforms`.
 */
function readLocalTransform(state: RigState, bone: number): void {
  const { parents, externalParents, worldRotations, worldPositions, localRotations, localPositions } = state;
  const parent = parents[bone];
  const external = parent === EXTERNAL_PARENT ? externalParents[bone]! : undefined;
  for (let i = 3 * bone; i < 3 * bone + 3; i++) localPositions[i] = worldPositions[i];
  for (let i = 4 * bone; i < 4 * bone + 4; i++) localRotations[i] = worldRotations[i];
  if (parent < 0 && !external) return;
  const positions = external ? external.position : worldPositions;
  const rotations = external ? external.rotation : worldRotations;
  const at = external ? 0 : parent;
  for (let axis = 0; axis < 3; axis++) localPositions[3 * bone + axis] -= positions[3 * at + axis];
  invert(rotations, 4 * at, inverse, 0);
  rotateVector(inverse, 0, localPositions, 3 * bone, localPositions, 3 * bone);
  multiply(inverse, 0, localRotations, 4 * bone, localRotations, 4 * bone);
}

const inverse = /* @__PURE__ */ new Float64Array(4);
