import { APPEND_LOCAL, APPEND_ROTATION, APPEND_TRANSLATION } from './rig-definition.js';
import { EXTERNAL, type RigState } from './rig-state.js';
import { multiply, projectOnAxis, scaleRotation, turnVector } from './rotation.js';

/*
 * How a bone's turn comes about, in the names of RigState (moves go alike, as far as `moves`):
 *
 *   pose.rotations  → ownTurns     normalized, bone morphs in front
 *   ownTurns        → turns        · inherited, which is what it appends; then on its fixed axis
 *   turns           → locals       ikTurns · turns
 *   locals          → worldTurns   the parent's worldTurns · locals
 */

/**
 * Places bones in the model, in the given order: motion and morphs → append → fixed axis → IK → world.
 *
 * May be done again after IK has turned its links. O(bones).
 */
export function evaluateBones(state: RigState, bones: Int32Array): void {
  const { definition, moves, turns, ikTurns, locals, offsets, restOffsets } = state;
  const { appendKinds, hasFixedAxis, fixedAxes } = definition;
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    if (appendKinds[bone] !== 0) append(state, bone);
    if (hasFixedAxis[bone] === 1) projectOnAxis(turns, 4 * bone, fixedAxes, 3 * bone);
    multiply(ikTurns, 4 * bone, turns, 4 * bone, locals, 4 * bone);
    for (let j = 3 * bone; j < 3 * bone + 3; j++) offsets[j] = restOffsets[j] + moves[j];
    placeBone(state, bone);
  }
}

/** world = parent · T(offset) · R(local), by what is stored of the parent. */
export function placeBone(state: RigState, bone: number): void {
  const { parents, locals, worldTurns } = state;
  const parent = parents[bone];
  moveBone(state, bone);
  if (parent === EXTERNAL)
    multiply(state.externalParents[bone]!.rotation, 0, locals, 4 * bone, worldTurns, 4 * bone);
  else if (parent >= 0) multiply(worldTurns, 4 * parent, locals, 4 * bone, worldTurns, 4 * bone);
  else for (let j = 4 * bone; j < 4 * bone + 4; j++) worldTurns[j] = locals[j];
}

/** The place alone. */
export function moveBone(state: RigState, bone: number): void {
  const { parents, offsets, worldTurns, places } = state;
  const parent = parents[bone];
  const i = 3 * bone;
  if (parent === EXTERNAL) {
    const { rotation, position } = state.externalParents[bone]!;
    turnVector(rotation, 0, offsets, i, places, i);
    for (let j = 0; j < 3; j++) places[i + j] += position[j];
    return;
  }
  if (parent < 0) {
    for (let j = i; j < i + 3; j++) places[j] = offsets[j];
    return;
  }
  turnVector(worldTurns, 4 * parent, offsets, i, places, i);
  for (let j = 0; j < 3; j++) places[i + j] += places[3 * parent + j];
}

const scaled = /* @__PURE__ */ new Float64Array(4);
const sourceTurn = /* @__PURE__ */ new Float64Array(4);

function append(state: RigState, bone: number): void {
  const { definition, options, ownMoves, ownTurns, inherited, moves, turns } = state;
  const kind = definition.appendKinds[bone];
  const ratio = definition.appendRatios[bone];
  const source = definition.appendSources[bone];
  if (kind & APPEND_ROTATION) {
    readSourceTurn(state, source, kind);
    scaleRotation(sourceTurn, 0, ratio, scaled, 0);
    for (let i = 0; i < 4; i++) inherited[4 * bone + i] = scaled[i];
    if (options.appendTurns === 'first') multiply(ownTurns, 4 * bone, scaled, 0, turns, 4 * bone);
    else multiply(scaled, 0, ownTurns, 4 * bone, turns, 4 * bone);
  }
  if (kind & APPEND_TRANSLATION) {
    for (let axis = 0; axis < 3; axis++) {
      moves[3 * bone + axis] = ownMoves[3 * bone + axis] + sourceMove(state, 3 * source + axis, kind) * ratio;
    }
  }
}

/** What an append takes: the source's turn with its IK, or in the model's space if it is a "local" one. */
function readSourceTurn(state: RigState, source: number, kind: number): void {
  const { definition, options, inherited, turns, ikTurns, worldTurns } = state;
  if (kind & APPEND_LOCAL) {
    for (let i = 0; i < 4; i++) sourceTurn[i] = worldTurns[4 * source + i];
    return;
  }
  const passesInherited =
    options.chainedAppend === 'inherited' && (definition.appendKinds[source] & APPEND_ROTATION) !== 0;
  multiply(ikTurns, 4 * source, passesInherited ? inherited : turns, 4 * source, sourceTurn, 0);
}

function sourceMove({ definition, moves, places }: RigState, i: number, kind: number): number {
  return kind & APPEND_LOCAL ? places[i] - definition.restPositions[i] : moves[i];
}
