import { fewKeys } from '../../motion/few-keys.js';
import { invert, multiply } from '../rotation.js';
import type { Samples } from './bake-frames.js';
import type { Tolerance } from './share-tolerance.js';
import { NUMBERS_PER_BONE } from './solved-poses.js';
import { interpolate, isStraight } from './straight.js';

/** The keys of one bone: x y z and x y z w each, three's space. */
export interface BakedBone {
  readonly bone: number;
  readonly keys: readonly { readonly frame: number; readonly values: Float64Array }[];
}

/** What {@link reduceSamples} has to know of the bones of its samples. */
export interface SolvedChain {
  readonly bones: readonly number[];
  /** The place of the nearest solved bone above each, −1 if there is none. */
  readonly above: readonly number[];
  /** Something is added to the key in the replay. */
  readonly isMixed: readonly boolean[];
  /** Does something step between two frames, so that keys have to stay? */
  readonly isSwitched: (bone: number, frameA: number, frameB: number) => boolean;
}

/**
 * Of every bone as few keys as straight lines within its tolerance need, parents first: a bone makes up for what those
 * above it were turned too far, so that turns do not add up. O(samples · log samples).
 */
export function reduceSamples(
  { frames, poses }: Samples,
  { bones, above, isMixed, isSwitched }: SolvedChain,
  tolerance: readonly Tolerance[],
): BakedBone[] {
  const errors: (Float64Array | undefined)[] = [];
  return bones.map((bone, i) => {
    const error = errors[above[i]];
    const samples = poses.map((pose) => pose.slice(NUMBERS_PER_BONE * i, NUMBERS_PER_BONE * (i + 1)));
    const wanted = error && !isMixed[i] ? samples.map((sample, j) => madeUp(sample, error, j)) : samples;
    const kept = fewKeys(frames.length, (a, b) => {
      for (let key = a + 1; key < b; key++) {
        const t = (frames[key] - frames[a]) / (frames[b] - frames[a]);
        if (!isStraight(wanted[a], wanted[b], t, wanted[key], 0, tolerance[i])) return false;
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
 * Turns in the model: P the parent's, L the bone's own beside it, E = replayed · solved⁻¹, an error. E of a bone is that
 * of all that hangs on it, down to the next solved bone, whatever their own keys say.
 *
 *   wanted:    P·L = E·P·L′              →  L′ = P⁻¹·E⁻¹·P·L
 *   replayed:  E·P·R, where R is between two keys   →  E of the bone = E·P·R·L⁻¹·P⁻¹
 */

/** L′: the same in the model, though the parent is turned by an error. */
function madeUp(sample: Float64Array, errors: Float64Array, index: number): Float64Array {
  const result = sample.slice();
  invert(errors, 4 * index, product, 0);
  multiply(product, 0, sample, PARENT, product, 0);
  multiply(product, 0, sample, TURN, product, 0);
  invert(sample, PARENT, inverse, 0);
  multiply(inverse, 0, product, 0, result, TURN);
  return result;
}

/** E of a bone at every sample, once only its `kept` keys are left. */
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
    interpolate(wanted[a], wanted[b], t, TURN, product);
    multiply(sample, PARENT, product, 0, product, 0);
    if (errors) multiply(errors, 4 * i, product, 0, product, 0);
    multiply(sample, PARENT, sample, TURN, inverse, 0);
    invert(inverse, 0, inverse, 0);
    multiply(product, 0, inverse, 0, result, 4 * i);
  });
  return result;
}

/** Places in a sample. */
const TURN = 3;
const PARENT = 7;

const product = /* @__PURE__ */ new Float64Array(4);
const inverse = /* @__PURE__ */ new Float64Array(4);

/** Two keys that say the same are one. */
function isStill(keys: BakedBone['keys']): boolean {
  return keys.length === 2 && keys[0].values.every((value, i) => value === keys[1].values[i]);
}
