import { APPEND_LOCAL, APPEND_ROTATION, APPEND_TRANSLATION } from './rig-definition.js';
import { EXTERNAL_PARENT, type RigState } from './rig-state.js';
import { multiply, projectOnAxis, rotateVector, scaleRotation } from './rotation.js';

/*
 * How a bone gets its rotation, in the names of RigState (translations take the same steps as far as `translations`):
 *
 *   pose.rotations  → ownRotations      normalized, bone morphs in front
 *   ownRotations    → rotations         · inherited, the rotation that it appends; then on its fixed axis
 *   rotations       → localRotations    ikRotations · rotations
 *   localRotations  → worldRotations    the parent's worldRotations · localRotations
 */

/**
 * Evaluates bones in the given order: motion and morphs → append → fixed axis → IK → world.
 *
 * May be done again after IK has rotated its links. O(bones).
 */
export function evaluateBones(state: RigState, bones: Int32Array): void {
  const { definition, translations, rotations, ikRotations, localRotations, localPositions, restOffsets } =
    state;
  const { appendKinds, hasFixedAxis, fixedAxes } = definition;
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    if (appendKinds[bone] !== 0) append(state, bone);
    if (hasFixedAxis[bone] === 1) projectOnAxis(rotations, 4 * bone, fixedAxes, 3 * bone);
    multiply(ikRotations, 4 * bone, rotations, 4 * bone, localRotations, 4 * bone);
    for (let j = 3 * bone; j < 3 * bone + 3; j++) localPositions[j] = restOffsets[j] + translations[j];
    updateWorldTransform(state, bone);
  }
}

/** world = parent · T(localPosition) · R(localRotation), with the parent's world transform as stored. */
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
  rotateVector(worldRotations, 4 * parent, localPositions, i, worldPositions, i);
  for (let j = 0; j < 3; j++) worldPositions[i + j] += worldPositions[3 * parent + j];
}

const scaled = /* @__PURE__ */ new Float64Array(4);
const sourceRotation = /* @__PURE__ */ new Float64Array(4);

function append(state: RigState, bone: number): void {
  const { definition, options, ownTranslations, ownRotations, inheritedRotations, translations, rotations } =
    state;
  const kind = definition.appendKinds[bone];
  const ratio = definition.appendRatios[bone];
  const source = definition.appendSources[bone];
  if (kind & APPEND_ROTATION) {
    readSourceRotation(state, source, kind);
    scaleRotation(sourceRotation, 0, ratio, scaled, 0);
    for (let i = 0; i < 4; i++) inheritedRotations[4 * bone + i] = scaled[i];
    if (options.appendOrder === 'first') multiply(ownRotations, 4 * bone, scaled, 0, rotations, 4 * bone);
    else multiply(scaled, 0, ownRotations, 4 * bone, rotations, 4 * bone);
  }
  if (kind & APPEND_TRANSLATION) {
    for (let axis = 0; axis < 3; axis++) {
      const appended = sourceTranslation(state, 3 * source + axis, kind) * ratio;
      translations[3 * bone + axis] = ownTranslations[3 * bone + axis] + appended;
    }
  }
}

/** The rotation that an append takes: the source's with its IK, or for a "local" append the one in the model's space. */
function readSourceRotation(state: RigState, source: number, kind: number): void {
  const { definition, options, inheritedRotations, rotations, ikRotations, worldRotations } = state;
  if (kind & APPEND_LOCAL) {
    for (let i = 0; i < 4; i++) sourceRotation[i] = worldRotations[4 * source + i];
    return;
  }
  const passesInherited =
    options.chainedAppend === 'inherited' && (definition.appendKinds[source] & APPEND_ROTATION) !== 0;
  const taken = passesInherited ? inheritedRotations : rotations;
  multiply(ikRotations, 4 * source, taken, 4 * source, sourceRotation, 0);
}

function sourceTranslation(
  { definition, translations, worldPositions }: RigState,
  i: number,
  kind: number,
): number {
  return kind & APPEND_LOCAL ? worldPositions[i] - definition.restPositions[i] : translations[i];
}
