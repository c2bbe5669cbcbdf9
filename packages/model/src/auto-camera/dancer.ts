import type { Rig } from '@odori/runtime';

/** What the automatic camera knows about a model. In three's space and MMD units. */
export interface Dancer {
  /** Of its own: {@link pose} changes its pose. */
  readonly rig: Rig;
  /** Poses and solves the rig at a frame of the dance. */
  pose(frame: number): void;
  /** Frames of the dance; 0 for a model that only stands. */
  readonly lastFrame: number;
  /** `3 * vertices`, at rest. */
  readonly positions: ArrayLike<number>;
  /** `4 * vertices`. An index beyond the bones belongs to no bone. */
  readonly boneIndices: ArrayLike<number>;
  /** `4 * vertices`. */
  readonly boneWeights: ArrayLike<number>;
  /** Bones of hair and clothes, which rigid bodies move. */
  readonly physicalBones: readonly number[];
}
