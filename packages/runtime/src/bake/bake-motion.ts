import type { Vmd } from '@odori/format';
import { Motion } from '../motion/motion.js';
import { findTrack } from '../motion/names.js';
import { sampleBonePhysics } from '../motion/sample-bone.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import { bakedVmd } from './baked-vmd.js';
import { reduceSamples, type SolvedChain } from './reduce-samples.js';
import { solveFrames } from './solve-frames.js';
import { compareReplay, type ReplayError, SolvedPoses } from './solved-poses.js';
import { type BakeTolerance, completeTolerance, distributeTolerance, tightenTolerance } from './tolerance.js';

/** Options of {@link bakeMotion}. */
export interface BakeMotionOptions {
  /**
   * How far any bone of the replay may be from the solved pose, in the model's space. Morphs keep their keyframes, so that
   * `weight` plays no part here.
   */
  readonly tolerance?: BakeTolerance; // 0.02 units, 0.3 degrees
  /**
   * `model`: models that play the motion append as this one does. `motion`: they do not, and the keyframes contain it.
   */
  readonly append?: 'model' | 'motion'; // 'model'
  /** The name of the model that the motion is for. */
  readonly modelName?: string; // ''
}

const TOLERANCE_DEFAULTS: Required<BakeTolerance> = { position: 0.02, angle: 0.3, weight: 0.001 };

/** The result of {@link bakeMotion}. */
export interface BakedMotion {
  /** In MMD's space. A property keyframe switches all IK off. */
  readonly vmd: Vmd;
  /** The bones that got new keyframes: the links of the IKs, and with `append: 'motion'` the bones that append. */
  readonly bones: readonly string[];
  /**
   * The largest distance of its replay from the solved pose, over all bones and solved frames. No keyframe can shear a bone:
   * the knees of a PMD are solved with `shearKnees: false` (see `RigOptions`).
   */
  readonly error: ReplayError;
}

/** How often the tolerance of bones is tightened at most: the errors of a chain add up. */
const MOST_ATTEMPTS = 16;

/**
 * The same motion without IK. The rotations that IK gives its links become keyframes, with straight lines between as few
 * as the tolerance allows, and property keyframes switch all IK off. All other bones keep their keyframes and curves.
 *
 * Every whole frame near keyframes is solved, and between distant keyframes as many as there are bends: the work depends
 * on the keyframes, not on the length. The result is played on the same model with IK off (and without append, if
 * `append` is `motion`) and compared with the original at each of those frames.
 *
 * @throws RangeError if a tolerance is not above 0, or too small for 32-bit keyframes; if the last keyframe is beyond
 * frame 2³¹ − 1, the last of MMD; if it needs more than 200,000 poses; if the replay cannot be brought within the
 * tolerance.
 * @example
 * const { vmd, error } = bakeMotion(motion, createRigDefinition(parsePmx(bytes)));
 * error; // → { position: 0.012, angle: 0.14, frames: 6000 }
 */
export function bakeMotion(
  motion: Motion,
  definition: RigDefinition,
  { append = 'model', modelName = '', tolerance }: BakeMotionOptions = {},
): BakedMotion {
  const { position, angle } = completeTolerance(tolerance, TOLERANCE_DEFAULTS);
  const replayed = append === 'motion' ? withoutAppend(definition) : definition;
  const poses = new SolvedPoses(motion, definition, replayed);
  const whole = { position, angle: (angle * Math.PI) / 180 };
  let allowed = distributeTolerance(replayed, poses.bones, whole);
  const samples = solveFrames(poses, motion, allowed);
  const chain = solvedChain(poses, motion, definition);
  let before: ReplayError | undefined;
  for (let attempt = 0; ; attempt++) {
    const vmd = bakedVmd(motion, definition, reduceSamples(samples, chain, allowed), modelName);
    const { positions, angles } = compareReplay(poses, Motion.from(vmd), samples.frames);
    const excess = positions.map((off, bone) => Math.max(off / position, angles[bone] / angle));
    const tighter = tightenTolerance(allowed, replayed, poses.bones, excess);
    const error = {
      position: largest(positions),
      angle: largest(angles),
      frames: samples.frames.length,
    };
    if (!tighter) {
      return { vmd, bones: poses.bones.map((bone) => definition.boneNames[bone]), error };
    }
    // Once every solved frame has its keyframe, no attempt changes anything.
    const isSame = error.position === before?.position && error.angle === before.angle;
    if (isSame || attempt === MOST_ATTEMPTS) throw tooFarOff(error, position, angle);
    before = error;
    allowed = tighter;
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

function solvedChain(
  { bones, isMixed }: SolvedPoses,
  motion: Motion,
  definition: RigDefinition,
): SolvedChain {
  const indexOf = new Map(bones.map((bone, i) => [bone, i]));
  const above = bones.map((bone) => {
    let parent = definition.parents[bone];
    while (parent >= 0 && !indexOf.has(parent)) parent = definition.parents[parent];
    return indexOf.get(parent) ?? -1;
  });
  return { bones, above, isMixed, isSwitched: physicsSwitches(motion, definition) };
}

/** Tells whether the physics of a bone's rigid bodies changes between two frames. */
function physicsSwitches(
  motion: Motion,
  { boneNames }: RigDefinition,
): (bone: number, frameA: number, frameB: number) => boolean {
  const tracks = boneNames.map((name) => findTrack(motion.bones, name));
  return (bone, frameA, frameB) => {
    const track = tracks[bone];
    return track !== undefined && sampleBonePhysics(track, frameA) !== sampleBonePhysics(track, frameB);
  };
}
