import type { Pmx, PMX_BONE, PmxBone } from '@odori/format';

/**
 * A skeleton in the form that the solver needs: flat columns, in three's space and MMD units, everything
 * checked.
 *
 * Immutable; any number of rigs can share one. Every index is that of an existing bone, and parents form no
 * circle.
 */
export interface RigDefinition {
  readonly boneCount: number;
  readonly boneNames: readonly string[];
  readonly morphNames: readonly string[];
  /** The IK bone of each IK, in the order in which the IKs are solved. */
  readonly ikNames: readonly string[];
  /** `boneCount`, −1 = none. */
  readonly parents: Int32Array;
  /** `3 * boneCount`, in the model's space. */
  readonly restPositions: Float64Array;
  /** `3 * boneCount`, from the parent's rest position. */
  readonly restOffsets: Float64Array;
  /**
   * `boneCount`, what a bone takes over from its source, bits: 1 = rotation, 2 = translation, 4 = of the
   * translation only what motion and bone morphs give the source, not what the source itself appends. 0 =
   * nothing.
   */
  readonly appendKinds: Uint8Array;
  /** `boneCount`, −1 = none. */
  readonly appendSources: Int32Array;
  readonly appendRatios: Float64Array;
  /**
   * Of each circle of bones that append rotations from each other, the bone that MMD evaluates first. It
   * appends no rotation, because in MMD the rotations of such a circle grow with every evaluation.
   */
  readonly appendCycles: readonly number[];
  /** The bones that append a rotation; sources come first. */
  readonly rotationAppends: Int32Array;
  /** The bones that append a translation; sources whose whole translation is appended come first. */
  readonly translationAppends: Int32Array;
  /** `boneCount`, 1 = rotates about `fixedAxes` only. */
  readonly hasFixedAxis: Uint8Array;
  /** `3 * boneCount`, unit vectors. */
  readonly fixedAxes: Float64Array;
  readonly morphs: MorphDefinition;
  /** What `solve` evaluates. */
  readonly beforePhysics: RigPass;
  /** What `solveAfterPhysics` evaluates. */
  readonly afterPhysics: RigPass;
  /** The model was a PMD, for whose knees MMD has a special rule. */
  readonly fromPmd: boolean;
}

export const APPEND_ROTATION = 1;
export const APPEND_TRANSLATION = 2;
/** Of the source's translation, takes only what motion and bone morphs give the source. */
export const APPEND_OWN_TRANSLATION = 4;

/** Bones and IKs that are solved together. @inline */
export interface RigPass {
  /** In the order of evaluation, parents first. */
  readonly bones: Int32Array;
  readonly iks: readonly IkDefinition[];
  /** Once the IKs are solved: the bones that append other rotations than before, sources first. */
  readonly appendsAfterIk: Int32Array;
  /** Once the IKs are solved: the bones with another rotation relative to their parents. */
  readonly rotatedAfterIk: Int32Array;
  /**
   * Once the IKs are solved: the bones with another place or rotation in the model's space, parents first.
   */
  readonly bonesAfterIk: Int32Array;
}

/** One IK chain. */
export interface IkDefinition {
  /** Its index in `pose.ikEnabled`. */
  readonly slot: number;
  /** The IK bone: the goal of the effector. */
  readonly bone: number;
  readonly effector: number;
  readonly iterations: number;
  /** From the effector towards the root. */
  readonly links: readonly IkLink[];
  /** The bones of the links, from the root towards the effector, and the effector. */
  readonly chain: Int32Array;
}

/** A bone that an IK rotates. @inline */
export interface IkLink {
  readonly bone: number;
  /** The cosine of the largest angle of one step; −1 if that is 180° or more. */
  readonly leastCosine: number;
  /**
   * Radians, above 0 if the file's largest angle is below 0: each step then turns away from the goal by as
   * much, as in MMD.
   */
  readonly backwards: number;
  /**
   * IK rotates it about x only, whatever its keyframe does about y and z, and reflects it where it would bend
   * forwards.
   */
  readonly isPmdKnee: boolean;
  readonly limits: IkLimits | undefined;
}

/** How far a link may rotate, by its keyframe and IK together. @inline */
export interface IkLimits {
  /** Radians about x, y, z, with three's signs. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** The only axis with a range, −1 if there are several. */
  readonly axis: number;
  /** No range at all: the link stays as it is. */
  readonly isLocked: boolean;
  readonly order: EulerOrder;
}

/** R = Ry·Rx·Rz and so on. The middle angle must stay below 90°. @inline */
export type EulerOrder = 'YXZ' | 'ZYX' | 'XZY';

/**
 * A morph that drives other morphs: each child by its entry in `weights`, times the weight of this morph.
 *
 * @inline
 */
export interface MorphGroup {
  readonly morph: number;
  readonly children: Int32Array;
  readonly weights: Float64Array;
}

/** How a bone morph of weight 1 moves one bone. @inline */
export interface MovedBone {
  readonly morph: number;
  readonly bone: number;
  /** x y z. */
  readonly translation: Float64Array;
  /** x y z w, a unit quaternion. */
  readonly rotation: Float64Array;
}

/** Morphs that drive bones or other morphs. */
export interface MorphDefinition {
  /** Group morphs drive all their children. */
  readonly groups: readonly MorphGroup[];
  /** Flip morphs show one of their children at a time. */
  readonly flips: readonly MorphGroup[];
  readonly bones: readonly MovedBone[];
}

/** The fields of a model's bone that the solver reads. */
export type RigBone = Pick<
  PmxBone,
  'name' | 'position' | 'parent' | 'layer' | 'flags' | 'append' | 'fixedAxis' | 'ik'
>;

/** The fields of a model that the solver reads: a `Pmx` has them. MMD's space. */
export interface RigSource {
  readonly bones: readonly RigBone[];
  readonly morphs: Pmx['morphs'];
  readonly fromPmd?: true;
}

/*
 * Flags of PMX_BONE, pinned by its types. A bundler inlines these numbers; of the object it would keep all
 * members.
 */
const ROTATION: typeof PMX_BONE.appendRotation = 0x0100;
const TRANSLATION: typeof PMX_BONE.appendTranslation = 0x0200;
const AFTER_PHYSICS: typeof PMX_BONE.afterPhysics = 0x1000;

export function isAfterPhysics({ flags }: RigBone): boolean {
  return (flags & AFTER_PHYSICS) !== 0;
}

/** What a bone appends. MMD ignores the flag for local append. */
export function appendKind({ flags }: RigBone): number {
  return (flags & ROTATION ? APPEND_ROTATION : 0) | (flags & TRANSLATION ? APPEND_TRANSLATION : 0);
}
