import { multiply, normalize, scaleRotation } from './rotation.js';
import type { RigState } from './rig-state.js';

/**
 * Effective morph weights: as keyed, plus what groups add, one level deep, plus the child that a flip morph shows.
 *
 * O(morphs + groups).
 */
export function resolveMorphs({ definition, pose, morphWeights }: RigState): void {
  const { groups, flips } = definition.morphs;
  const keyed = pose.morphWeights;
  morphWeights.set(keyed);
  for (const { morph, children, weights } of groups) {
    for (let i = 0; i < children.length; i++) morphWeights[children[i]] += keyed[morph] * weights[i];
  }
  for (const { morph, children, weights } of flips) {
    const shown = Math.min(Math.floor((children.length + 1) * keyed[morph]), children.length) - 1;
    if (shown >= 0) morphWeights[children[shown]] += weights[shown];
  }
}

/**
 * Takes over what motion, mixer or user wrote, with bone morphs on top. A turn that is none counts as no turn.
 *
 * O(bones).
 */
export function takePose(state: RigState): void {
  const { pose, ownMoves, ownTurns, moves, turns } = state;
  ownMoves.set(pose.translations);
  ownTurns.set(pose.rotations);
  for (let i = 0; i < ownTurns.length; i += 4) normalize(ownTurns, i);
  applyBoneMorphs(state);
  moves.set(ownMoves);
  turns.set(ownTurns);
}

/** Adds bone morphs to the moves and turns of the pose: morph · motion. */
function applyBoneMorphs({ definition, morphWeights, ownMoves, ownTurns }: RigState): void {
  for (const { morph, bone, translation, rotation } of definition.morphs.bones) {
    const weight = morphWeights[morph];
    if (weight === 0) continue;
    for (let axis = 0; axis < 3; axis++) ownMoves[3 * bone + axis] += translation[axis] * weight;
    scaleRotation(rotation, 0, weight, morphTurn, 0);
    multiply(morphTurn, 0, ownTurns, 4 * bone, ownTurns, 4 * bone);
  }
}

const morphTurn = /* @__PURE__ */ new Float64Array(4);
