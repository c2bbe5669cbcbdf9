import { multiply, rotateVector } from '../rotation.js';
import { type BakedBone, BakedKeys, stretchFrames } from './baked-keys.js';
import { SampleReducer, type SolvedChain } from './sample-reducer.js';
import { NUMBERS_PER_BONE } from './solved-poses.js';
import { type BoneTolerance, distributeTolerance } from './tolerance.js';

/** Bones at rest, for {@link PoseReducer}. */
export interface RestingBones {
  /** Per bone, the bone above it, −1 = none. Parents come first. */
  readonly parents: ArrayLike<number>;
  /** `3 * bones`: x y z from the parent at rest; of a bone without a parent, in the model's space. */
  readonly restOffsets: Float64Array;
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
 * own; one that never moves has one keyframe. Remembers one stretch of frames and the keyframes.
 *
 * @example
 * const reducer = new PoseReducer({ parents: [-1], restOffsets: new Float64Array(3) }, { position: 0.01, angle: 0.2 });
 * for (let frame = 0; frame <= 60; frame++) reducer.add(frame, poseAt(frame));
 * reducer.finish()[0].frames; // → [0, 12, …, 60]
 */
export class PoseReducer {
  readonly #bones: RestingBones;
  readonly #chain: SolvedChain;
  readonly #tolerance: readonly BoneTolerance[];
  readonly #keys: readonly BakedKeys[];
  readonly #frames: number[] = [];
  readonly #poses: Float64Array[] = [];
  readonly #spare: Float64Array[] = [];
  /** Of all bones, in the model's space. */
  readonly #rotations: Float64Array;
  readonly #places: Float64Array;
  #reducer: SampleReducer | undefined;

  /** @throws RangeError if a parent comes after its child. */
  constructor({ parents, restOffsets }: RestingBones, { position, angle, of = 'model' }: PoseTolerance) {
    const bones = Array.from(parents, (_, bone) => bone);
    const late = bones.find((bone) => parents[bone] >= bone);
    if (late !== undefined) throw new RangeError(`bone ${late} comes before its parent ${parents[late]}`);
    const whole: BoneTolerance = { position, angle: (angle * Math.PI) / 180 };
    const skeleton = {
      boneCount: bones.length,
      parents: Int32Array.from(parents),
      restPositions: placesAtRest(parents, restOffsets),
    };
    this.#bones = { parents, restOffsets };
    this.#chain = {
      bones,
      above: Array.from(parents),
      isMorphed: bones.map(() => false),
      isFree: bones.map(() => false),
      restOffsets,
      isSwitched: () => false,
      keepsKeys: () => false,
    };
    this.#tolerance = of === 'bone' ? bones.map(() => whole) : distributeTolerance(skeleton, bones, whole);
    this.#keys = bones.map(() => new BakedKeys(7));
    this.#rotations = new Float64Array(4 * bones.length);
    this.#places = new Float64Array(3 * bones.length);
  }

  /**
   * Takes a pose: `7 * bones`, the translation from rest, x y z, and the rotation, x y z w, relative to the
   * parent. Frames ascend.
   */
  add(frame: number, pose: Float64Array): void {
    this.#frames.push(frame);
    const sample = this.#spare.pop() ?? new Float64Array(NUMBERS_PER_BONE * this.#keys.length);
    this.#poses.push(this.#withParents(pose, sample));
    if (this.#frames.length > stretchFrames(this.#keys.length)) this.#reduce();
  }

  /** The keyframes of bone i are at index i. Call it once, after the last frame. */
  finish(): readonly BakedBone[] {
    if (this.#frames.length > 0) this.#reduce();
    return this.#keys.map((keys, bone) => {
      keys.dropSecondIfStill();
      return { bone, ...keys.columns };
    });
  }

  /** Reduces what is remembered but for its last frame, which begins the next stretch. */
  #reduce(): void {
    const stretch = { frames: this.#frames, poses: this.#poses };
    if (this.#reducer) this.#reducer.start(stretch, this.#chain);
    this.#reducer ??= new SampleReducer(stretch, this.#chain);
    this.#reducer.reduce(this.#tolerance).forEach((bone, i) => this.#keys[i].append(bone));
    this.#frames.splice(0, this.#frames.length - 1);
    this.#spare.push(...this.#poses.splice(0, this.#poses.length - 1));
  }

  /** Adds to each bone the rotation and place of its parent in the model's space. */
  #withParents(pose: Float64Array, sample: Float64Array): Float64Array {
    const { parents, restOffsets } = this.#bones;
    const [rotations, places] = [this.#rotations, this.#places];
    for (let bone = 0; bone < this.#keys.length; bone++) {
      const parent = parents[bone];
      const at = NUMBERS_PER_BONE * bone;
      sample.set(NO_PARENT, at);
      for (let k = 0; k < 7; k++) sample[at + k] = pose[7 * bone + k];
      if (parent >= 0) {
        for (let k = 0; k < 4; k++) sample[at + 7 + k] = rotations[4 * parent + k];
        for (let k = 0; k < 3; k++) sample[at + 11 + k] = places[3 * parent + k];
      }
      for (let axis = 0; axis < 3; axis++)
        places[3 * bone + axis] = restOffsets[3 * bone + axis] + sample[at + axis];
      rotateVector(sample, at + 7, places, 3 * bone, places, 3 * bone);
      for (let axis = 0; axis < 3; axis++) places[3 * bone + axis] += sample[at + 11 + axis];
      multiply(sample, at + 7, sample, at + 3, rotations, 4 * bone);
    }
    return sample;
  }
}

function placesAtRest(parents: ArrayLike<number>, offsets: Float64Array): Float64Array {
  const places = offsets.slice();
  for (let bone = 0; bone < parents.length; bone++) {
    if (parents[bone] < 0) continue;
    for (let axis = 0; axis < 3; axis++) places[3 * bone + axis] += places[3 * parents[bone] + axis];
  }
  return places;
}

/** A bone without a pose, and without a bone above it. */
const NO_PARENT = /* @__PURE__ */ Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
