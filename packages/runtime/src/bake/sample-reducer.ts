import { invert, multiply, rotateVector } from '../rotation.js';
import { type BakedBone, BakedKeys } from './baked-keys.js';
import { reduceKeys } from './reduce-keys.js';
import type { SolvedFrames } from './solve-frames.js';
import { NUMBERS_PER_BONE } from './solved-poses.js';
import { interpolateRotation, isStraight } from './straight.js';
import type { BoneTolerance } from './tolerance.js';

/** The solved bones, for {@link SampleReducer}. */
export interface SolvedChain {
  readonly bones: readonly number[];
  /** Per solved bone: the index of the nearest solved bone above it, −1 if there is none. */
  readonly above: readonly number[];
  /** Per solved bone: bone morphs move it, so that its errors are not those of its keyframes. */
  readonly isMorphed: readonly boolean[];
  /** Per solved bone: its keyframes may translate it to make up for errors of the bones above. */
  readonly isFree: readonly boolean[];
  /** `3 * bones`, from the parent, of all bones. */
  readonly restOffsets: Float64Array;
  /** Whether a switch of the bone changes between two frames, so that a keyframe has to stay. */
  readonly isSwitched: (bone: number, frameA: number, frameB: number) => boolean;
  /** Whether the bone's old keyframes give its pose at a frame, so that it gets no new ones. */
  readonly keepsKeys: (bone: number, frame: number) => boolean;
}

/** What a bone was reduced to, and from what. */
interface Reduced {
  readonly tolerance: BoneTolerance;
  /** The errors of the bone above. */
  readonly above: Errors | undefined;
  readonly errors: Errors | undefined;
  readonly baked: BakedBone;
}

/**
 * Reduces the samples of each bone to as few keyframes as possible: straight lines between the keyframes stay
 * within the bone's tolerance. Parents come first. A bone compensates for the errors of the bones above it,
 * so that they do not add up: for rotations, and where the bone is free for positions, too.
 */
export class SampleReducer {
  #frames: readonly number[] = [];
  #chain: SolvedChain;
  /** Per solved bone: its samples. */
  #samples: readonly (readonly Float64Array[])[] = [];
  /** Per solved bone, 1 = its old keyframes give its pose at the frame. */
  #keeps: readonly Uint8Array[] = [];
  /** Per solved bone and sample, 1 = a switch of the bone has changed since the sample before. */
  #switches: readonly Uint8Array[] = [];
  /** Per solved bone: whether its translation ever changes. */
  #isMoved: readonly boolean[] = [];
  /** Per solved bone, what its keyframes have to show at each sample: 7 numbers; filled where `#isWanted`. */
  readonly #wanted: Float64Array[][] = [];
  #isWanted: boolean[] = [];
  /** The samples of each bone within a pose, whose memory comes again and again. */
  readonly #slices = new Map<Float64Array, readonly Float64Array[]>();
  /** The last result of each solved bone. */
  #reduced: Reduced[] = [];
  /** Per solved bone: the memory of its errors. */
  readonly #errors: Errors[] = [];

  constructor(solved: SolvedFrames, chain: SolvedChain) {
    this.#chain = chain;
    this.start(solved, chain);
  }

  /** Takes other samples of the same bones. */
  start({ frames, poses }: SolvedFrames, chain: SolvedChain): void {
    this.#frames = frames;
    this.#chain = chain;
    this.#isWanted = [];
    this.#reduced = [];
    const perPose = poses.map((pose) => this.#samplesOf(pose));
    this.#samples = chain.bones.map((_, i) => perPose.map((samples) => samples[i]));
    this.#keeps = chain.bones.map((bone) =>
      Uint8Array.from(frames, (frame) => (chain.keepsKeys(bone, frame) ? 1 : 0)),
    );
    this.#isMoved = this.#samples.map(
      (samples, i) =>
        chain.isFree[i] || samples.some((sample) => [0, 1, 2].some((k) => sample[k] !== samples[0][k])),
    );
    this.#switches = chain.bones.map((bone) =>
      Uint8Array.from(frames, (frame, i) => (i > 0 && chain.isSwitched(bone, frames[i - 1], frame) ? 1 : 0)),
    );
  }

  /**
   * The keyframes of all solved bones. Bones whose tolerance is that of the last call, and that have the same
   * bones above, keep their keyframes. O(samples · log samples).
   */
  reduce(tolerance: readonly BoneTolerance[]): BakedBone[] {
    return this.#chain.bones.map((_, i) => {
      const above = this.#reduced[this.#chain.above[i]]?.errors;
      const last = this.#reduced[i];
      const isSame =
        last?.above === above &&
        last?.tolerance.position === tolerance[i].position &&
        last.tolerance.angle === tolerance[i].angle;
      if (!isSame) this.#reduced[i] = this.#reduce(i, tolerance[i], above);
      return this.#reduced[i].baked;
    });
  }

  #reduce(i: number, tolerance: BoneTolerance, above: Errors | undefined): Reduced {
    const { bones, isMorphed, restOffsets } = this.#chain;
    const bone = bones[i];
    const rest = restOffsets.subarray(3 * bone, 3 * bone + 3);
    const samples = this.#samples[i];
    const keeps = this.#keeps[i];
    const wanted = above && !isMorphed[i] ? this.#compensated(i, above, rest) : samples;
    const kept = reduceKeys(samples.length, (a, b) => this.#isStraight(i, wanted, a, b, tolerance));
    const hasFollowers = this.#chain.above.includes(i);
    // prettier-ignore
    const errors = isMorphed[i] || !hasFollowers ? above : errorsOf(this.#frames, samples, wanted, kept, rest, above, this.#errorsOf(i));
    const keys = new BakedKeys(7);
    for (const key of kept) if (keeps[key] === 0) keys.add(this.#frames[key], wanted[key]);
    if (kept.length === 2) keys.dropSecondIfStill();
    return { tolerance, above, errors, baked: { bone, ...keys.columns } };
  }

  /** The samples of all bones within a pose. */
  #samplesOf(pose: Float64Array): readonly Float64Array[] {
    const known = this.#slices.get(pose);
    if (known) return known;
    const slices = this.#chain.bones.map((_, i) =>
      pose.subarray(NUMBERS_PER_BONE * i, NUMBERS_PER_BONE * (i + 1)),
    );
    this.#slices.set(pose, slices);
    return slices;
  }

  #wantedOf(i: number, samples: readonly Float64Array[]): readonly Float64Array[] {
    const wanted = (this.#wanted[i] ??= []);
    if (this.#isWanted[i]) return wanted;
    samples.forEach((sample, j) => {
      wanted[j] ??= new Float64Array(7);
      for (let k = 0; k < 7; k++) wanted[j][k] = sample[k];
    });
    this.#isWanted[i] = true;
    return wanted;
  }

  /** New errors of a bone, in the memory of its last ones, which nothing reads any more. */
  #errorsOf(i: number): Errors {
    const last = this.#errors[i] as Errors | undefined;
    const count = this.#frames.length;
    const isLarge = last !== undefined && last.rotations.length >= 4 * count;
    return (this.#errors[i] = {
      rotations: isLarge ? last.rotations : new Float64Array(4 * count),
      translations: isLarge ? last.translations : new Float64Array(3 * count),
    });
  }

  #compensated(i: number, above: Errors, rest: Float64Array): readonly Float64Array[] {
    const offset = this.#chain.isFree[i] ? rest : undefined;
    const samples = this.#samples[i];
    const wanted = this.#wantedOf(i, samples);
    for (let j = 0; j < samples.length; j++)
      if (this.#keeps[i][j] === 0) compensate(samples[j], above, j, offset, wanted[j]);
    return wanted;
  }

  /** Whether the keyframes between two samples may be left out. */
  #isStraight(
    i: number,
    wanted: readonly Float64Array[],
    a: number,
    b: number,
    { position, angle }: BoneTolerance,
  ): boolean {
    const frames = this.#frames;
    const keeps = this.#keeps[i];
    const switches = this.#switches[i];
    const isMoved = this.#isMoved[i];
    for (let key = a + 1; key < b; key++) {
      const t = (frames[key] - frames[a]) / (frames[b] - frames[a]);
      if (keeps[key] === 1 || keeps[b] === 1) return false;
      if (isMoved && !isStraight('vector', wanted[a], wanted[b], t, wanted[key], 0, position)) return false;
      if (!isStraight('quaternion', wanted[a], wanted[b], t, wanted[key], ROTATION, angle)) return false;
      if (switches[key] === 1) return false;
    }
    return true;
  }
}

/**
 * How far a replayed bone is off at every sample: a rotation about the model's origin, then a translation.
 */
interface Errors {
  /** At least `4 * samples`, x y z w. */
  readonly rotations: Float64Array;
  /** At least `3 * samples`. */
  readonly translations: Float64Array;
}

/*
 * P is the place of the parent in the model's space, and L that of the bone relative to its parent. E is an
 * error, also in the model's space: replayed · solved⁻¹. All descendants of a bone, down to the next solved
 * bone, have the E of the bone, whatever their own keyframes are.
 *
 *   wanted:    P·L = E·P·L′              →  L′ = P⁻¹·E⁻¹·P·L
 *   replayed:  E·P·R, where R is between two keyframes   →  E of the bone = E·P·R·L⁻¹·P⁻¹
 */

/**
 * Writes L′ to `out`: gives the solved rotation in the model's space, although the parent has an error; and
 * with `rest`, the bone's offset from its parent at rest, the solved position too.
 */
function compensate(
  sample: Float64Array,
  { rotations, translations }: Errors,
  index: number,
  rest: Float64Array | undefined,
  out: Float64Array,
): void {
  invert(rotations, 4 * index, product, 0);
  if (rest) {
    placeInModel(sample, rest, point);
    for (let axis = 0; axis < 3; axis++) point[axis] -= translations[3 * index + axis];
    rotateVector(product, 0, point, 0, point, 0);
    for (let axis = 0; axis < 3; axis++) point[axis] -= sample[PARENT_POSITION + axis];
    invert(sample, PARENT, inverse, 0);
    rotateVector(inverse, 0, point, 0, out, 0);
    for (let axis = 0; axis < 3; axis++) out[axis] -= rest[axis];
  }
  multiply(product, 0, sample, PARENT, product, 0);
  multiply(product, 0, sample, ROTATION, product, 0);
  invert(sample, PARENT, inverse, 0);
  multiply(inverse, 0, product, 0, out, ROTATION);
}

/** Writes the E of a bone at every sample to `out`, if the bone has only its `kept` keyframes. */
function errorsOf(
  frames: readonly number[],
  samples: readonly Float64Array[],
  wanted: readonly Float64Array[],
  kept: readonly number[],
  rest: Float64Array,
  errors: Errors | undefined,
  out: Errors,
): Errors {
  const { rotations, translations } = out;
  let next = 1;
  samples.forEach((sample, i) => {
    while (next < kept.length - 1 && kept[next] < i) next++;
    const [a, b] = [kept[next - 1], kept[Math.min(next, kept.length - 1)]];
    const t = frames[b] > frames[a] ? (frames[i] - frames[a]) / (frames[b] - frames[a]) : 0;
    interpolateRotation(wanted[a], wanted[b], t, ROTATION, product);
    multiply(sample, PARENT, product, 0, product, 0);
    if (errors) multiply(errors.rotations, 4 * i, product, 0, product, 0);
    multiply(sample, PARENT, sample, ROTATION, inverse, 0);
    invert(inverse, 0, inverse, 0);
    multiply(product, 0, inverse, 0, rotations, 4 * i);
    replayed.set(sample);
    for (let axis = 0; axis < 3; axis++)
      replayed[axis] = wanted[a][axis] + (wanted[b][axis] - wanted[a][axis]) * t;
    placeInModel(replayed, rest, point);
    if (errors) {
      rotateVector(errors.rotations, 4 * i, point, 0, point, 0);
      for (let axis = 0; axis < 3; axis++) point[axis] += errors.translations[3 * i + axis];
    }
    placeInModel(sample, rest, solved);
    rotateVector(rotations, 4 * i, solved, 0, solved, 0);
    for (let axis = 0; axis < 3; axis++) translations[3 * i + axis] = point[axis] - solved[axis];
  });
  return out;
}

/** Where the translation of a sample, from `rest`, is in the model's space. */
function placeInModel(sample: Float64Array, rest: Float64Array, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) out[axis] = rest[axis] + sample[axis];
  rotateVector(sample, PARENT, out, 0, out, 0);
  for (let axis = 0; axis < 3; axis++) out[axis] += sample[PARENT_POSITION + axis];
}

/** Where the rotation of the bone, and the rotation and position of its parent start in a sample. */
const ROTATION = 3;
const PARENT = 7;
const PARENT_POSITION = 11;

const product = /* @__PURE__ */ new Float64Array(4);
const inverse = /* @__PURE__ */ new Float64Array(4);
const point = /* @__PURE__ */ new Float64Array(3);
const solved = /* @__PURE__ */ new Float64Array(3);
const replayed = /* @__PURE__ */ new Float64Array(NUMBERS_PER_BONE);
