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

/** A place that a rig's bones can hang on: a bone of another rig, or anything else. Read whenever the rig is solved. */
export interface ExternalParent {
  /** x y z w, of length 1. */
  readonly rotation: Float64Array;
  /** x y z. */
  readonly position: Float64Array;
}

/** In `RigState.parents`: an external one. */
export const EXTERNAL = -2;

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
  /** By bone: what it hangs on; those of `definition` unless external parents are set. −2: on its external parent. */
  parents: Int32Array;
  /** `3 * bones`, from the parent; those of `definition` unless external parents are set. */
  restOffsets: Float64Array;
  /** By bone, where `parents` says −2. */
  readonly externalParents: (ExternalParent | undefined)[];
  /** `4 * bones`: whole local turns: IK · turn. */
  readonly locals: Float64Array;
  /** `3 * bones`: from the parent, in its axes. */
  readonly offsets: Float64Array;
  /** `4 * bones`: turns in the model's space, as stored: an IK refreshes those of its own chain only. */
  readonly worldTurns: Float64Array;
  /** `3 * bones`: places in the model's space, as stored. */
  readonly places: Float64Array;
}

/** Filled by the first solve. */
export function createRigState(
  definition: RigDefinition,
  { chainedAppend = 'full', appendTurns = 'first', extraIterations = 0 }: RigOptions,
): RigState {
  const { boneCount, morphNames, ikNames } = definition;
  const vectors = (): Float64Array => new Float64Array(3 * boneCount);
  const turns = (): Float64Array => new Float64Array(4 * boneCount);
  return {
    definition,
    options: { chainedAppend, appendTurns, extraIterations },
    pose: new RigPose(boneCount, morphNames.length, ikNames.length),
    morphWeights: new Float64Array(morphNames.length),
    ownMoves: vectors(),
    ownTurns: turns(),
    moves: vectors(),
    turns: turns(),
    inherited: turns(),
    ikTurns: turns(),
    parents: definition.parents,
    restOffsets: definition.restOffsets,
    externalParents: [],
    locals: turns(),
    offsets: vectors(),
    worldTurns: turns(),
    places: vectors(),
  };
}
