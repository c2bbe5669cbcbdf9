import type { RigDefinition } from './rig-definition.js';
import { RigPose } from './rig-pose.js';

/** Choices where programs differ; the defaults are MMD's. */
export interface RigOptions {
  /** What an append takes from a source that appends itself: its whole local turn, or only what it inherited. */
  chainedAppend?: 'full' | 'inherited'; // 'full'
  /** Does a bone turn by what it appends before its own turn, or after it? */
  appendTurns?: 'first' | 'last'; // 'first'
  /** More iterations for each IK than MMD makes: feet come nearer to their goals than there. */
  extraIterations?: number; // 0
}

export const RIG_DEFAULTS: Required<RigOptions> = {
  chainedAppend: 'full',
  appendTurns: 'first',
  extraIterations: 0,
};

/** All that changes while a rig is solved, in 64 bits: in 32 the same IK is off by 0.05 units. */
export interface RigState {
  readonly definition: RigDefinition;
  readonly options: Required<RigOptions>;
  readonly pose: RigPose;
  /** The weights of the pose, with what group morphs add. */
  readonly morphWeights: Float64Array;
  /** `3 * bones`: moves from rest by motion and morphs. */
  readonly ownMoves: Float64Array;
  /** `4 * bones`: local turns by motion and morphs. */
  readonly ownTurns: Float64Array;
  /** `3 * bones`: the same, appends included. */
  readonly moves: Float64Array;
  /** `4 * bones`: the same, appends and fixed axes included, IK not. */
  readonly turns: Float64Array;
  /** `4 * bones`: what bones inherit by append. */
  readonly inherited: Float64Array;
  /** `4 * bones`: what IK turns on top. */
  readonly ikTurns: Float64Array;
  /** `4 * bones`: whole local turns: IK · turn. */
  readonly locals: Float64Array;
  /** `3 * bones`: from the parent, in its axes. */
  readonly offsets: Float64Array;
  /** `4 * bones`: turns in the model's space, as stored: an IK refreshes those of its own chain only. */
  readonly worldTurns: Float64Array;
  /** `3 * bones`: places in the model's space, as stored. */
  readonly places: Float64Array;
}

export function createRigState(definition: RigDefinition, options: RigOptions): RigState {
  const { boneCount, morphNames, ikNames } = definition;
  return {
    definition,
    options: { ...RIG_DEFAULTS, ...options },
    pose: new RigPose(boneCount, morphNames.length, ikNames.length),
    morphWeights: new Float64Array(morphNames.length),
    ownMoves: new Float64Array(3 * boneCount),
    ownTurns: identities(boneCount),
    moves: new Float64Array(3 * boneCount),
    turns: identities(boneCount),
    inherited: identities(boneCount),
    ikTurns: identities(boneCount),
    locals: identities(boneCount),
    offsets: new Float64Array(3 * boneCount),
    worldTurns: identities(boneCount),
    places: new Float64Array(3 * boneCount),
  };
}

function identities(count: number): Float64Array {
  return Float64Array.from({ length: 4 * count }, (_, i) => ((i & 3) === 3 ? 1 : 0));
}
