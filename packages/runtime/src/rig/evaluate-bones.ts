import { APPEND_LOCAL, APPEND_ROTATION, APPEND_TRANSLATION } from './rig-definition.js';
import type { RigState } from './rig-state.js';
import { multiply, projectOnAxis, rotationOfMatrix, scaleRotation } from './rotation.js';
import { multiplyByParent, writeMatrix } from './world-matrix.js';

/**
 * Places bones in the model, in the given order: motion and morphs → append → fixed axis → IK → world.
 *
 * May be done again after IK has turned its links. O(bones).
 */
export function evaluateBones(state: RigState, bones: Int32Array): void {
  const { appendKinds, hasFixedAxis, fixedAxes } = state.definition;
  const { turns } = state;
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    if (appendKinds[bone] !== 0) append(state, bone);
    if (hasFixedAxis[bone] === 1) projectOnAxis(turns, 4 * bone, fixedAxes, 3 * bone);
    place(state, bone);
  }
}

const scaled = /* @__PURE__ */ new Float64Array(4);
const sourceTurn = /* @__PURE__ */ new Float64Array(4);

function append(state: RigState, bone: number): void {
  const { definition, options, ownMoves, ownTurns, inherited, moves, turns } = state;
  const kind = definition.appendKinds[bone];
  const ratio = definition.appendRatios[bone];
  const source = definition.appendSources[bone];
  if (kind & APPEND_ROTATION) {
    readSourceTurn(state, source, (kind & APPEND_LOCAL) !== 0);
    scaleRotation(sourceTurn, 0, ratio, scaled, 0);
    for (let i = 0; i < 4; i++) inherited[4 * bone + i] = scaled[i];
    if (options.appendTurns === 'first') multiply(ownTurns, 4 * bone, scaled, 0, turns, 4 * bone);
    else multiply(scaled, 0, ownTurns, 4 * bone, turns, 4 * bone);
  }
  if (kind & APPEND_TRANSLATION) {
    for (let axis = 0; axis < 3; axis++) {
      const move = sourceMove(state, source, axis, (kind & APPEND_LOCAL) !== 0);
      moves[3 * bone + axis] = ownMoves[3 * bone + axis] + move * ratio;
    }
  }
}

/** What an append takes: the source's turn with its IK, or in the model's space if it is a "local" one. */
function readSourceTurn(state: RigState, source: number, isLocal: boolean): void {
  const { definition, options, inherited, turns, ikTurns, worldMatrices } = state;
  if (isLocal) {
    rotationOfMatrix(worldMatrices, 16 * source, sourceTurn, 0);
    return;
  }
  const passesInherited =
    options.chainedAppend === 'inherited' && (definition.appendKinds[source] & APPEND_ROTATION) !== 0;
  multiply(ikTurns, 4 * source, passesInherited ? inherited : turns, 4 * source, sourceTurn, 0);
}

function sourceMove(state: RigState, source: number, axis: number, isLocal: boolean): number {
  const { definition, moves, worldMatrices } = state;
  if (!isLocal) return moves[3 * source + axis];
  return worldMatrices[16 * source + 12 + axis] - definition.restPositions[3 * source + axis];
}

const local = /* @__PURE__ */ new Float64Array(4);

/** world = parent · T(rest offset + move) · R(IK · turn) */
function place({ definition, moves, turns, ikTurns, worldMatrices }: RigState, bone: number): void {
  const { parents, restOffsets } = definition;
  const i = 3 * bone;
  multiply(ikTurns, 4 * bone, turns, 4 * bone, local, 0);
  writeMatrix(
    worldMatrices,
    16 * bone,
    local,
    0,
    restOffsets[i] + moves[i],
    restOffsets[i + 1] + moves[i + 1],
    restOffsets[i + 2] + moves[i + 2],
  );
  if (parents[bone] >= 0) multiplyByParent(worldMatrices, 16 * bone, 16 * parents[bone]);
}
