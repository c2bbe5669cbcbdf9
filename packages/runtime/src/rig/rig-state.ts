import { checkedNotNegative } from '../checked-number.js';
import { HeldBones } from './held-bones.js';
import type { RigDefinition } from './rig-definition.js';
import { RigPose } from './rig-pose.js';

/** Choices where programs differ; the defaults are MMD's. */
export interface RigOptions {
  /**
   * What a bone takes over from a source that itself appends: the source's whole local rotation, or only the
   * part that the source inherited.
   */
  chainedAppend?: 'full' | 'inherited'; // 'full'
  /** Whether a bone rotates first by the rotation that it appends, or first by its own. */
  appendOrder?: 'first' | 'last'; // 'first'
  /** Iterations of each IK in addition to MMD's: feet come nearer to their goals than in MMD. */
  extraIterations?: number; // 0
  /**
   * Whether IK may shear the knees of a PMD. Without, all matrices are rotations, which bones of three.js and
   * keyframes can have, and feet reach their IK bones all the same; knees differ from MMD's by some tenths of
   * a degree more.
   */
  shearKnees?: boolean; // true
}

/**
 * What a bone follows instead of its own parent: a bone of another rig, or anything else. Read by every
 * solve.
 */
export interface ExternalParent {
  /** x y z w, of length 1. */
  readonly rotation: Float64Array;
  /** x y z. */
  readonly position: Float64Array;
}

/** In `RigState.parents`: the bone follows an external parent. */
export const EXTERNAL_PARENT = -2;

/** All that changes while a rig is solved, in 64 bits: in 32 bits the same IK is off by 0.05 units. */
export interface RigState {
  readonly definition: RigDefinition;
  readonly options: Required<RigOptions>;
  readonly pose: RigPose;
  /** The weights of the pose, with the weights that group morphs add. */
  readonly morphWeights: Float64Array;
  /** `3 * bones`, from rest: by the motion and bone morphs. */
  readonly ownTranslations: Float64Array;
  /** `4 * bones`, from rest: by the motion, on the fixed axis if the bone has one, and by bone morphs. */
  readonly ownRotations: Float64Array;
  /** `3 * bones`, from rest: appended translations included. */
  readonly translations: Float64Array;
  /** `4 * bones`, from rest: appended rotations included, IK not. */
  readonly rotations: Float64Array;
  /** `4 * bones`: the rotations that bones inherit by append. */
  readonly inheritedRotations: Float64Array;
  /** `4 * bones`: the rotations that IK adds. */
  readonly ikRotations: Float64Array;
  /** By bone: 1 = a knee of a PMD that IK reflected in its last step. */
  readonly isReflected: Uint8Array;
  /** By bone: 1 = sheared, because it is a reflected knee or hangs on one. */
  readonly isSheared: Uint8Array;
  /**
   * `12 * bones`, three columns of 4, in the model's space, where `isSheared` is 1. Empty unless of a PMD.
   */
  readonly shearedMatrices: Float64Array;
  /** By bone: its parent as in `definition`, or −2 if it has an external parent. */
  parents: Int32Array;
  /** `3 * bones`, from the parent: those of `definition` unless external parents are set. */
  restOffsets: Float64Array;
  /** The external parent of the whole model. */
  modelParent: ExternalParent | undefined;
  /** By bone: the external parent of this bone alone. */
  readonly boneParents: (ExternalParent | undefined)[];
  /** By bone: the external parent that it follows, where `parents` is −2. */
  readonly externalParents: (ExternalParent | undefined)[];
  /** `4 * bones`: whole rotations relative to the parent, IK · rotation. */
  readonly localRotations: Float64Array;
  /** `3 * bones`: positions relative to the parent, in its axes. */
  readonly localPositions: Float64Array;
  /** `4 * bones`: rotations in the model's space, as stored: an IK refreshes only those of its own chain. */
  readonly worldRotations: Float64Array;
  /** `3 * bones`: positions in the model's space, as stored. */
  readonly worldPositions: Float64Array;
  /** The bones that physics moves. */
  readonly held: HeldBones;
}

/** The state of a new rig. The first solve fills it. */
export function createRigState(
  definition: RigDefinition,
  { chainedAppend = 'full', appendOrder = 'first', extraIterations = 0, shearKnees = true }: RigOptions,
): RigState {
  checkedNotNegative('extraIterations', extraIterations);
  const { boneCount, morphNames, ikNames } = definition;
  const held = new HeldBones(boneCount);
  const vectors = (): Float64Array => new Float64Array(3 * boneCount);
  const quaternions = (): Float64Array => new Float64Array(4 * boneCount);
  return {
    definition,
    options: { chainedAppend, appendOrder, extraIterations, shearKnees },
    pose: new RigPose(boneCount, morphNames.length, ikNames.length, held),
    morphWeights: new Float64Array(morphNames.length),
    ownTranslations: vectors(),
    ownRotations: quaternions(),
    translations: vectors(),
    rotations: quaternions(),
    inheritedRotations: quaternions(),
    ikRotations: quaternions(),
    isReflected: new Uint8Array(boneCount),
    isSheared: new Uint8Array(boneCount),
    shearedMatrices: new Float64Array(definition.fromPmd ? 12 * boneCount : 0),
    parents: definition.parents,
    restOffsets: definition.restOffsets,
    modelParent: undefined,
    boneParents: [],
    externalParents: [],
    localRotations: quaternions(),
    localPositions: vectors(),
    worldRotations: quaternions(),
    worldPositions: vectors(),
    held,
  };
}

/**
 * Attaches a bone to an external parent, with no offset but its own translation. `bone` −1 attaches all bones
 * without a parent, as far from the external parent as they rest from the model's origin; a bone with an
 * external parent of its own keeps that. `parent` undefined takes the external parent away. O(bones).
 */
export function attachBone(state: RigState, bone: number, parent: ExternalParent | undefined): void {
  const { definition, boneParents, externalParents } = state;
  if (state.parents === definition.parents) {
    // Rigs share the arrays of their definition until they differ from it.
    state.parents = definition.parents.slice();
    state.restOffsets = definition.restOffsets.slice();
  }
  if (bone < 0) state.modelParent = parent;
  else boneParents[bone] = parent;
  for (let i = 0; i < definition.boneCount; i++) {
    const own = definition.parents[i];
    externalParents[i] = boneParents[i] ?? (own < 0 ? state.modelParent : undefined);
    state.parents[i] = externalParents[i] ? EXTERNAL_PARENT : own;
    for (let j = 3 * i; j < 3 * i + 3; j++)
      state.restOffsets[j] = boneParents[i] ? 0 : definition.restOffsets[j];
  }
}
