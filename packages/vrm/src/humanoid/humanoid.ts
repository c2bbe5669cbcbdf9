import type { HumanBoneName } from '@odori/runtime/joints';

/**
 * What a dance needs to know of an avatar: which human bones it has, and where they rest.
 *
 * Immutable plain data that can be sent to a worker. Positions and rotations are in three's space, with the
 * avatar turned to face +z (a VRM 0.x file faces −z), in the units of its file: metres, as glTF demands. Of a
 * PMX: MMD units.
 */
export interface Humanoid {
  /** VRM 0.x, VRM 1.0, any other glTF, or the bones of an MMD model. */
  readonly version: '0' | '1' | 'gltf' | 'mmd';
  /**
   * The bones that the avatar has, in the order of `HUMAN_BONES`: parents first. The other fields follow this
   * order.
   */
  readonly bones: readonly HumanBoneName[];
  /** Per bone, the index in `bones` of the nearest human bone above it. −1 for the hips. */
  readonly parents: Int32Array;
  /** `3 * bones`: x y z at rest. In a VRM file the rest pose is the T-pose. */
  readonly positions: Float64Array;
  /**
   * `4 * bones`, x y z w: the world rotation of the node at rest, with the avatar turned to face +z. A
   * normalized skeleton has no rotation here.
   */
  readonly rotations: Float64Array;
  /** Per bone, its index in the `nodes` of the glTF file (of an MMD model, in its bones). */
  readonly nodes: Int32Array;
  /**
   * The human bones that the avatar lacks, or whose entry in the file is unusable, in the order of
   * `HUMAN_BONES`.
   */
  readonly missing: readonly HumanBoneName[];
  /**
   * The names of its expressions: presets as in VRM 1.0 (`aa`, `blinkLeft`, `happy`), custom ones by their
   * own names.
   */
  readonly expressions: readonly string[];
  /** How the avatar looks at something. undefined if the file does not say. */
  readonly lookAt: HumanoidLookAt | undefined;
}

/** How an avatar looks at something. @inline */
export interface HumanoidLookAt {
  /** Eye bones turn, or expressions such as `lookLeft` get weights. */
  readonly type: 'bone' | 'expression';
  /** Where its gaze starts, x y z from the head bone; the avatar faces +z. */
  readonly offsetFromHead: readonly [number, number, number];
  /** Of eye bones. undefined for expressions, and for a model of MMD, whose eyes turn by the gaze itself. */
  readonly eyeRanges?: EyeRanges | undefined;
}

/**
 * How far an eye bone turns: in proportion to the gaze, by `outputScale` degrees at `inputMaxValue` degrees,
 * and no further.
 *
 * @inline
 */
export interface EyeRange {
  readonly inputMaxValue: number;
  readonly outputScale: number;
}

/**
 * The ranges of eye bones: towards the nose, away from it, down and up. VRM's names are
 * `rangeMapHorizontalInner` and so on. three-vrm 3.5.5 exchanges the last two of eye bones.
 *
 * @inline
 */
export interface EyeRanges {
  readonly inner: EyeRange;
  readonly outer: EyeRange;
  readonly down: EyeRange;
  readonly up: EyeRange;
}
