import { invert, multiply } from '../rig/rotation.js';
import { reduceKeys } from './reduce-keys.js';
import type { SolvedFrames } from './solve-frames.js';
import { NUMBERS_PER_BONE } from './solved-poses.js';
import { interpolateRotation, isStraight } from './straight.js';
import type { BoneTolerance } from './tolerance.js';

/** The keyframes of one bone: x y z and x y z w each, three's space. */
export interface BakedBone {
  readonly bone: number;
  readonly keys: readonly { readonly frame: number; readonly values: Float64Array }[];
}

/** The solved bones, for {@link reduceSamples}. */
export interface SolvedChain {
  readonly bones: readonly number[];
  /** Per solved bone: the index of the nearest solved bone above it, −1 if there is none. */
  readonly above: readonly number[];
  /** Per solved bone: the replay adds an append or a bone morph to its keyframe. */
  readonly isMixed: readonly boolean[];
  /** Whether a switch of the bone changes between two frames, so that a keyframe has to stay. */
  readonly isSwitched: (bone: number, frameA: number, frameB: number) => boolean;
}

/**
 * Reduces the samples of each bone to as few keyframes as possible: straight lines between the keyframes stay within
 * the bone's tolerance. Parents come first. A bone compensates for the rotation errors of the bones above it, so that
 * rotation errors do not add up. O(samples · log samples).
 */
export function reduceSamples(
  { frames, poses }: SolvedFrames,
  { bones, above, isMixed, isSwitched }: SolvedChain,
  tolerance: readonly BoneTolerance[],
): BakedBone[] {
  const errors: (Float64Array | undefined)[] = [];
  return bones.map((bone, i) => {
    const { position, angle } = tolerance[i];
    const error = errors[above[i]];
    const samples = poses.map((pose) => pose.slice(NUMBERS_PER_BONE * i, NUMBERS_PER_BONE * (i + 1)));
    const wanted = error && !isMixed[i] ? samples.map((sample, j) => compensated(sample, error, j)) : samples;
    const kept = reduceKeys(frames.length, (a, b) => {
      for (let key = a + 1; key < b; key++) {
        const t = (frames[key] - frames[a]) / (frames[b] - frames[a]);
        if (!isStraight('vector', wanted[a], wanted[b], t, wanted[key], 0, position)) return false;
        if (!isStraight('quaternion', wanted[a], wanted[b], t, wanted[key], ROTATION, angle)) return false;
        if (isSwitched(bone, frames[key - 1], frames[key])) return false;
      }
      return true;
    });
    errors[i] = isMixed[i] ? error : errorsOf(frames, samples, wanted, kept, error);
    const keys = kept.map((key) => ({ frame: frames[key], values: wanted[key].slice(0, 7) }));
    return { bone, keys: isStill(keys) ? keys.slice(0, 1) : keys };
  });
}

/*
 * P is the rotation of the parent in the model's space, and L that of the bone relative to its parent. E is an error,
 * also in the model's space: replayed · solved⁻¹. All descendants of a bone, down to the next solved bone, have the E
 * of the bone, whatever their own keyframes are.
 *
 *   wanted:    P·L = E·P·L′              →  L′ = P⁻¹·E⁻¹·P·L
 *   replayed:  E·P·R, where R is between two keyframes   →  E of the bone = E·P·R·L⁻¹·P⁻¹
 */

/** L′: gives the solved rotation in the model's space, although the parent's rotation has an error. */
function compensated(sample: Float64Array, errors: Float64Array, index: number): Float64Array {
  const result = sample.slice();
  invert(errors, 4 * index, product, 0);
  multiply(product, 0, sample, PARENT, product, 0);
  multiply(product, 0, sample, ROTATION, product, 0);
  invert(sample, PARENT, inverse, 0);
  multiply(inverse, 0, product, 0, result, ROTATION);
  return result;
}

/** The E of a bone at every sample, if the bone has only its `kept` keyframes. */
function errorsOf(
  frames: readonly number[],
  samples: readonly Float64Array[],
  wanted: readonly Float64Array[],
  kept: readonly number[],
  errors: Float64Array | undefined,
): Float64Array {
  const result = new Float64Array(4 * frames.length);
  let next = 1;
  samples.forEach((sample, i) => {
    while (next < kept.length - 1 && kept[next] < i) next++;
    const [a, b] = [kept[next - 1], kept[Math.min(next, kept.length - 1)]];
    const t = frames[b] > frames[a] ? (frames[i] - frames[a]) / (frames[b] - frames[a]) : 0;
    interpolateRotation(wanted[a], wanted[b], t, ROTATION, product);
    multiply(sample, PARENT, product, 0, product, 0);
    if (errors) multiply(errors, 4 * i, product, 0, product, 0);
    multiply(sample, PARENT, sample, ROTATION, inverse, 0);
    invert(inverse, 0, inverse, 0);
    multiply(product, 0, inverse, 0, result, 4 * i);
  });
  return result;
}

/** Where the rotations of the bone and its parent start in a sample. */
const ROTATION = 3;
const PARENT = 7;

const product = /* @__PURE__ */ new Float64Array(4);
const inverse = /* @__PURE__ */ new Float64Array(4);

/** True for exactly two keyframes with equal values: one of them is enough. */
function isStill(keys: BakedBone['keys']): boolean {
  return keys.length === 2 && keys[0].values.every((value, i) => value === keys[1].values[i]);
}
