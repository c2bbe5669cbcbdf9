import type { Vmd } from '@odori/format';
import { Motion } from '../motion/motion.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import { bakedVmd, keptVmd } from './baked-vmd.js';
import { type BakedBone, BakedKeys, stretchFrames } from './baked-keys.js';
import { physicsOf, type PoseSource, type SampledPoses } from './pose-source.js';
import { SampleReducer, type SolvedChain } from './sample-reducer.js';
import { MAX_POSES, type SolvedFrames, solveFrames, tooManyPoses } from './solve-frames.js';
import { compareReplay, type ReplayError, solvedBones, SolvedPoses } from './solved-poses.js';
import {
  type BakeTolerance,
  type BoneTolerance,
  completeTolerance,
  distributeTolerance,
  tightenTolerance,
} from './tolerance.js';

/** Options of {@link bakeMotion}. */
export interface BakeMotionOptions {
  /**
   * How far any bone of the replay may be from the solved pose, in the model's space. Morphs keep their
   * keyframes, so that `weight` plays no part here.
   */
  readonly tolerance?: BakeTolerance; // 0.02 units, 0.3 degrees
  /**
   * `model`: models that play the motion append as this one does. `motion`: they do not, and the keyframes
   * contain it.
   */
  readonly append?: 'model' | 'motion'; // 'model'
  /** The name of the model that the motion is for. */
  readonly modelName?: string; // ''
}

const TOLERANCE_DEFAULTS: Required<BakeTolerance> = { position: 0.02, angle: 0.3, weight: 0.001 };

/** The result of {@link bakeMotion}. */
export interface BakedMotion {
  /** In MMD's space. A property keyframe switches off the IK whose links got keyframes. */
  readonly vmd: Vmd;
  /**
   * The bones that got new keyframes: those of the source, links of IK, and with `append: 'motion'` the bones
   * that append.
   */
  readonly bones: readonly string[];
  /**
   * The largest distance of its replay from the solved pose, over all bones and solved frames. No keyframe
   * can shear a bone: where IK is baked, the knees of a PMD are solved with `shearKnees: false` (see
   * `RigOptions`).
   */
  readonly error: ReplayError;
}

/** How often the tolerance of bones is tightened at most: the errors of a chain add up. */
const MAX_ATTEMPTS = 16;
/** After so many attempts in a row that changed nothing, no other will. */
const MAX_UNCHANGED = 10;
/** How much more each of them tightens. */
const UNCHANGED_FACTOR = 1.5;

/** What the sample of a bone takes here, with its replay, times that of a {@link PoseReducer}. */
const POSE_MEMORY = 2;

/**
 * A motion whose pose comes from more than keyframes, as keyframes: straight lines between as few as the
 * tolerance allows. All other bones, morphs and so on keep their keyframes and curves.
 *
 * {@link bakeMotion} uses it for IK, and `bakePhysics` for rigid bodies. The result is played on the same
 * model and compared with the original at each solved frame. O(frames · solving · attempts), usually 1 to 5
 * attempts.
 *
 * @throws RangeError as {@link bakeMotion}.
 * @example
 * const rig = new Rig(definition);
 * const binding = bindMotion(motion, rig);
 * const baked = bakePoses({
 *   motion,
 *   rig,
 *   bones: new Set([rig.boneIndex('頭')]), // 頭: head
 *   iksOff: new Set(), // all IK stays on
 *   isUneven: true,
 *   solve(frame) {
 *     binding.sample(frame);
 *     rig.pose.rotations[4 * rig.boneIndex('頭')] += 0.05 * Math.sin(frame); // nods
 *     rig.solve();
 *     rig.solveAfterPhysics();
 *   },
 * });
 * baked.bones; // → ['頭']
 */
export function bakePoses(
  source: SampledPoses,
  { append = 'model', modelName = '', tolerance }: BakeMotionOptions = {},
): BakedMotion {
  const allowed = completeTolerance(tolerance, TOLERANCE_DEFAULTS);
  const { definition } = source.rig;
  const replayed = append === 'motion' ? withoutAppend(definition) : definition;
  const bones = solvedBones(source, replayed);
  const keys = bones.map(() => new BakedKeys(7));
  const error = { position: 0, angle: 0, frames: 0 };
  const baker = new StretchBaker(source, replayed, allowed);
  for (const { part, start } of stretchesOf(source, stretchFrames(POSE_MEMORY * bones.length))) {
    const stretch = baker.bake(part);
    stretch.baked.forEach((baked, i) => keys[i].append(baked, start));
    error.position = Math.max(error.position, stretch.error.position);
    error.angle = Math.max(error.angle, stretch.error.angle);
    error.frames += stretch.error.frames - (start > 0 ? 1 : 0);
  }
  const baked = keys.map(({ columns }, i) => ({ bone: bones[i], ...columns }));
  const vmd = bakedVmd(source, keptVmd(source, bones, modelName), baked);
  return { vmd, bones: bones.map((bone) => replayed.boneNames[bone]), error };
}

/** A part of a source, and the frame at which it begins. */
interface Stretch {
  readonly part: SampledPoses;
  readonly start: number;
}

/**
 * A source whose frames are known, in parts of so many frames: the samples of a whole dance would take twenty
 * times the memory of its keyframes. Others stay whole.
 *
 * @throws RangeError beyond the poses that are solved at most.
 */
function stretchesOf(source: SampledPoses, length: number): Stretch[] {
  const { motion, frames } = source;
  const end = Math.ceil(motion.lastFrame);
  const count = frames ? frames.length - 1 : end;
  if (!(source.isUneven || frames) || source.keepsKeys || count <= length)
    return [{ part: source, start: 0 }];
  if (count >= MAX_POSES) throw tooManyPoses();
  return Array.from({ length: Math.ceil(count / length) }, (_, i) => {
    const [first, last] = [i * length, Math.min((i + 1) * length, count)];
    const start = frames ? frames[first] : first;
    const part = {
      ...source,
      motion: motion.slice(start, frames ? frames[last] : last),
      frames: frames?.slice(first, last + 1).map((frame) => frame - start),
      solve: (frame: number): void => source.solve(start + frame),
    };
    return { start, part };
  });
}

/** Bakes one stretch after another, in the same memory. */
class StretchBaker {
  readonly #poses: SolvedPoses;
  readonly #replayed: RigDefinition;
  readonly #tolerance: Required<BakeTolerance>;
  readonly #spare: Float64Array[] = [];
  #reducer: SampleReducer | undefined;

  constructor(source: PoseSource, replayed: RigDefinition, tolerance: Required<BakeTolerance>) {
    this.#poses = new SolvedPoses(source, replayed);
    this.#replayed = replayed;
    this.#tolerance = tolerance;
  }

  /** Keyframes that give a motion of the source's rig within the tolerance, as a replay shows. */
  bake(source: SampledPoses): { readonly baked: readonly BakedBone[]; readonly error: ReplayError } {
    const { position, angle } = this.#tolerance;
    const { bones, free } = this.#poses;
    const whole = { position, angle: (angle * Math.PI) / 180 };
    let allowed = distributeTolerance(this.#replayed, bones, whole, free);
    const samples = this.#solve(source, allowed);
    const reducer = this.#reducerOf(samples, source);
    const others = keptVmd(source, bones, '');
    let before: ReplayError | undefined;
    let unchanged = 0;
    for (let attempt = 0; ; attempt++) {
      const baked = reducer.reduce(allowed);
      const motion = Motion.from(bakedVmd(source, others, baked));
      const { positions, angles } = compareReplay(this.#poses, motion, samples.frames);
      const error = {
        position: largest(positions),
        angle: largest(angles),
        frames: samples.frames.length,
      };
      // A bit of tightening may change nothing. Once every solved frame has its keyframe, none does.
      const isSame = error.position === before?.position && error.angle === before.angle;
      unchanged = isSame ? unchanged + 1 : 0;
      const excess = positions.map((off, bone) => Math.max(off / position, angles[bone] / angle));
      const more = excess.map((times) => (times > 1 ? times * UNCHANGED_FACTOR ** unchanged : times));
      const tighter = tightenTolerance(allowed, this.#replayed, bones, more, free);
      if (!tighter) {
        this.#spare.push(...samples.poses);
        return { baked, error };
      }
      if (unchanged === MAX_UNCHANGED || attempt === MAX_ATTEMPTS) throw tooFarOff(error, position, angle);
      before = error;
      allowed = tighter;
    }
  }

  #solve(source: SampledPoses, tolerance: readonly BoneTolerance[]): SolvedFrames {
    this.#poses.start(source);
    const nearFrames = source.isUneven ? Infinity : undefined;
    const { motion, frames } = source;
    return solveFrames(this.#poses, motion, tolerance, { nearFrames, frames, spare: this.#spare });
  }

  #reducerOf(samples: SolvedFrames, source: PoseSource): SampleReducer {
    const chain = solvedChain(this.#poses, source);
    if (this.#reducer) this.#reducer.start(samples, chain);
    return (this.#reducer ??= new SampleReducer(samples, chain));
  }
}

/** The same skeleton, without any append. */
function withoutAppend(definition: RigDefinition): RigDefinition {
  return { ...definition, appendKinds: new Uint8Array(definition.boneCount) };
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function tooFarOff(error: ReplayError, position: number, angle: number): RangeError {
  const found = `${error.position.toPrecision(3)} units and ${error.angle.toPrecision(3)}°`;
  return new RangeError(
    `the baked motion is off by ${found}, more than the tolerance of ${position} units and ${angle}°; ` +
      'allow a larger tolerance',
  );
}

function solvedChain({ bones, morphed, free, rig }: SolvedPoses, source: PoseSource): SolvedChain {
  const { parents, restOffsets } = rig.definition;
  const indexOf = new Map(bones.map((bone, i) => [bone, i]));
  const above = bones.map((bone) => {
    let parent = parents[bone];
    while (parent >= 0 && !indexOf.has(parent)) parent = parents[parent];
    return indexOf.get(parent) ?? -1;
  });
  const hasPhysics = physicsOf(source);
  return {
    bones,
    above,
    isMorphed: bones.map((bone) => morphed.has(bone)),
    restOffsets,
    isFree: bones.map((bone) => free.has(bone)),
    isSwitched: (bone, frameA, frameB) => hasPhysics(bone, frameA) !== hasPhysics(bone, frameB),
    keepsKeys: (bone, frame) => source.keepsKeys?.(bone, frame) ?? false,
  };
}
