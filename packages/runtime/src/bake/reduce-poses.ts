import { multiply, rotateVector } from '../rig/rotation.js';
import { type BakedBone, SampleReducer } from './sample-reducer.js';
import { NUMBERS_PER_BONE } from './solved-poses.js';
import { type BoneTolerance, distributeTolerance } from './tolerance.js';

/** The poses of a skeleton at frames, for {@link reducePoses}. */
export interface SkeletonPoses {
  /** Ascending; may be fractional. */
  readonly frames: readonly number[];
  /** Per bone, the bone above it, −1 = none. Parents come first. */
  readonly parents: ArrayLike<number>;
  /** `3 * bones`: x y z from the parent at rest; of a bone without a parent, in the model's space. */
  readonly restOffsets: Float64Array;
  /**
   * Per frame, `7 * bones`: the translation from rest, x y z, and the rotation, x y z w, relative to the
   * parent.
   */
  readonly poses: readonly Float64Array[];
}

/** How far reduced keyframes may be from the poses. */
export interface PoseTolerance {
  /** In the unit of the skeleton. */
  readonly position: number;
  /** Degrees. */
  readonly angle: number;
  /**
   * `model`: of any bone in the model's space, errors of the bones above included. `bone`: of the rotation of
   * each bone in the model's space, and of its own translation.
   */
  readonly of?: 'model' | 'bone'; // 'model'
}

/**
 * Reduces the poses of a skeleton to as few keyframes as the tolerance allows, with straight lines and arcs
 * between them. Each bone makes up for the rotation errors of the bones above. Bones have keyframes of their
 * own; one that never moves has one keyframe.
 *
 * The keyframes of bone i are at index i of the result: `values` are 7 numbers as in `poses`. O(poses · log
 * poses).
 *
 * @throws RangeError if a parent comes after its child.
 * @example
 * reducePoses(poses, { position: 0.01, angle: 0.2 })[0].keys; // → [{ frame: 0, values }, { frame: 12, values }, …]
 */
export function reducePoses(
  { frames, parents, restOffsets, poses }: SkeletonPoses,
  { position, angle, of = 'model' }: PoseTolerance,
): readonly BakedBone[] {
  const bones = Array.from(parents, (_, bone) => bone);
  const late = bones.find((bone) => parents[bone] >= bone);
  if (late !== undefined) throw new RangeError(`bone ${late} comes before its parent ${parents[late]}`);
  const whole: BoneTolerance = { position, angle: (angle * Math.PI) / 180 };
  const skeleton = {
    boneCount: bones.length,
    parents: Int32Array.from(parents),
    restPositions: placesAtRest(parents, restOffsets),
  };
  const chain = {
    bones,
    above: Array.from(parents),
    isMorphed: bones.map(() => false),
    isFree: bones.map(() => false),
    restOffsets,
    isSwitched: () => false,
    keepsKeys: () => false,
  };
  const samples = poses.map((pose) => withParents(pose, parents, restOffsets));
  const tolerance = of === 'bone' ? bones.map(() => whole) : distributeTolerance(skeleton, bones, whole);
  return new SampleReducer({ frames, poses: samples }, chain).reduce(tolerance);
}

function placesAtRest(parents: ArrayLike<number>, offsets: Float64Array): Float64Array {
  const places = offsets.slice();
  for (let bone = 0; bone < parents.length; bone++) {
    if (parents[bone] < 0) continue;
    for (let axis = 0; axis < 3; axis++) places[3 * bone + axis] += places[3 * parents[bone] + axis];
  }
  return places;
}

/** Adds to each bone the rotation and place of its parent in the model's space. */
function withParents(pose: Float64Array, parents: ArrayLike<number>, offsets: Float64Array): Float64Array {
  const count = parents.length;
  const rotations = new Float64Array(4 * count);
  const places = new Float64Array(3 * count);
  const sample = new Float64Array(NUMBERS_PER_BONE * count);
  for (let bone = 0; bone < count; bone++) {
    const parent = parents[bone];
    const at = NUMBERS_PER_BONE * bone;
    sample.set(pose.subarray(7 * bone, 7 * bone + 7), at);
    if (parent < 0)
      sample[at + 10] = 1; // w of no rotation
    else {
      sample.set(rotations.subarray(4 * parent, 4 * parent + 4), at + 7);
      sample.set(places.subarray(3 * parent, 3 * parent + 3), at + 11);
    }
    for (let axis = 0; axis < 3; axis++)
      places[3 * bone + axis] = offsets[3 * bone + axis] + sample[at + axis];
    rotateVector(sample, at + 7, places, 3 * bone, places, 3 * bone);
    for (let axis = 0; axis < 3; axis++) places[3 * bone + axis] += sample[at + 11 + axis];
    multiply(sample, at + 7, sample, at + 3, rotations, 4 * bone);
  }
  return sample;
}
