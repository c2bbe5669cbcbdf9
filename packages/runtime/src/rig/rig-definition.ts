/**
 * A skeleton as the solver wants it: flat columns, in three's space and MMD units, everything checked.
 *
 * Immutable; any number of rigs share one. Every index points at a bone that is there, parents form no circle.
 */
export interface RigDefinition {
  readonly boneCount: number;
  readonly boneNames: readonly string[];
  readonly morphNames: readonly string[];
  /** The IK bone of each IK, in the order in which they are solved. */
  readonly ikNames: readonly string[];
  /** `boneCount`, −1 = none. */
  readonly parents: Int32Array;
  /** `3 * boneCount`, in the model's space. */
  readonly restPositions: Float64Array;
  /** `3 * boneCount`, from the parent's rest position. */
  readonly restOffsets: Float64Array;
  /**
   * `boneCount`, what a bone takes over: an or of 1 = turn, 2 = move, 4 = both as they are in the model, not beside the
   * parent; 0 = nothing, also where the source would be read before it is evaluated.
   */
  readonly appendKinds: Uint8Array;
  readonly appendSources: Int32Array;
  readonly appendRatios: Float64Array;
  /** `boneCount`, 1 = turns about `fixedAxes` only. */
  readonly hasFixedAxis: Uint8Array;
  /** `3 * boneCount`, unit vectors. */
  readonly fixedAxes: Float64Array;
  readonly morphs: MorphDefinition;
  /** What `solve` evaluates and what `solveAfterPhysics` does. */
  readonly beforePhysics: RigStage;
  readonly afterPhysics: RigStage;
  /** PMD models have a rule of their own for knees. */
  readonly fromPmd: boolean;
}

export const APPEND_ROTATION = 1;
export const APPEND_TRANSLATION = 2;
/** The source's place in the model counts, not its move from rest beside its parent. */
export const APPEND_LOCAL = 4;

/** Bones and IKs that are solved together. */
export interface RigStage {
  /** In the order of evaluation, parents first. */
  readonly bones: Int32Array;
  readonly iks: readonly IkDefinition[];
  /** What has to be evaluated again once the IKs are solved, in order. */
  readonly bonesAfterIk: Int32Array;
}

/** One IK chain. */
export interface IkDefinition {
  /** Its place in `pose.ikEnabled`. */
  readonly slot: number;
  /** The bone that is the goal. */
  readonly bone: number;
  readonly effector: number;
  readonly iterations: number;
  /** From the effector towards the root. */
  readonly links: readonly IkLink[];
}

/** A bone that an IK turns. */
export interface IkLink {
  readonly bone: number;
  /** The cosine of what one step may turn it; −1 if that is half a turn or more. */
  readonly leastCosine: number;
  /** Turns about x only, whatever its key does about y and z, and never bends forwards. */
  readonly isPmdKnee: boolean;
  readonly limits: IkLimits | undefined;
}

/** How far a link may turn, its key included. */
export interface IkLimits {
  /** Radians about x, y, z, three's signs. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** The only axis with a range, −1 if there are several. */
  readonly axis: number;
  /** No range at all: the link stays as it is. */
  readonly isLocked: boolean;
  readonly order: EulerOrder;
}

/** R = Ry·Rx·Rz and so on; the middle one is the angle that must stay below a right angle. */
export type EulerOrder = 'YXZ' | 'ZYX' | 'XZY';

/** A morph that drives others: each by its weight times its own `weights`. */
export interface MorphGroup {
  readonly morph: number;
  readonly children: Int32Array;
  readonly weights: Float64Array;
}

/** What a bone morph does to one bone. */
export interface MovedBone {
  readonly morph: number;
  readonly bone: number;
  /** x y z. */
  readonly translation: Float64Array;
  /** x y z w, a unit quaternion. */
  readonly rotation: Float64Array;
}

/** Morphs that move bones or other morphs. */
export interface MorphDefinition {
  /** These drive all their children. */
  readonly groups: readonly MorphGroup[];
  /** These show one of their children at a time. */
  readonly flips: readonly MorphGroup[];
  readonly bones: readonly MovedBone[];
}
