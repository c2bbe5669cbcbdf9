import type { Vmd } from '@odori/format';
import { Motion } from '../../motion/motion.js';
import { sampleBonePhysics } from '../../motion/sample-bone.js';
import { findTrack } from '../../motion/track-name.js';
import type { RigDefinition } from '../rig-definition.js';
import { bakedVmd } from './baked-vmd.js';
import { bakeFrames } from './bake-frames.js';
import { compareReplay, type ReplayError } from './compare-replay.js';
import { reduceSamples, type SolvedChain } from './reduce-samples.js';
import { shareTolerance, tightenTolerance } from './share-tolerance.js';
import { withoutAppend } from './solved-bones.js';
import { SolvedPoses } from './solved-poses.js';

/** Options of {@link bakeMotion}. */
export interface BakeMotionOptions {
  /** How far any bone of the replay may be from the solved pose, in the model's space: MMD units. */
  readonly position?: number; // 0.02
  /** The same of its turn: degrees. */
  readonly angle?: number; // 0.3
  /** Do the models that will play it append as this one does, or does the motion have to say it all? */
  readonly append?: 'model' | 'motion'; // 'model'
  /** The model that the motion is for. */
  readonly modelName?: string; // ''
}

const BAKE_MOTION_DEFAULTS: Required<BakeMotionOptions> = {
  position: 0.02,
  angle: 0.3,
  append: 'model',
  modelName: '',
};

/** What {@link bakeMotion} gives. */
export interface BakedMotion {
  /** In MMD's space; all IK is off by a property key. */
  readonly vmd: Vmd;
  /** The bones that got keys of their own: the links of the IKs. */
  readonly bones: readonly string[];
  /** How far its replay was from the solved pose, at the worst, over all bones and frames that were looked at. */
  readonly error: ReplayError;
}

/** The tolerance of bones is tightened so often: the errors of a chain add up. */
const MOST_ATTEMPTS = 16;

/**
 * The same motion without IK: what IK does to its links becomes keys, straight lines between as few as the tolerance
 * asks for, and property keys switch all IK off. All else keeps its keys and curves.
 *
 * Every whole frame near keys is solved, and between far keys as many as there are bends: the work follows the keys, not
 * the frames. The result is played on the same model with IK off (and without append, if `append` is `motion`) and
 * compared at each of those frames.
 *
 * @throws RangeError if the last key is beyond frame 2³¹ − 1, where MMD ends; if it would take more than 200,000 poses;
 * if the replay cannot be brought within the tolerance.
 * @example
 * const { vmd, error } = bakeMotion(motion, createRigDefinition(parsePmx(bytes)));
 * error; // → { position: 0.012, angle: 0.14, frames: 6000 }
 */
export function bakeMotion(
  motion: Motion,
  definition: RigDefinition,
  options: BakeMotionOptions = {},
): BakedMotion {
  const { position, angle, append, modelName } = { ...BAKE_MOTION_DEFAULTS, ...options };
  if (!(position > 0 && angle > 0)) throw new RangeError(`tolerance ${position} units, ${angle}°`);
  const replayed = append === 'motion' ? withoutAppend(definition) : definition;
  const poses = new SolvedPoses(motion, definition, replayed);
  let tolerance = shareTolerance(replayed, poses.bones, { position, angle: (angle * Math.PI) / 180 });
  const samples = bakeFrames(poses, motion, tolerance);
  const chain = solvedChain(poses, motion, definition);
  for (let attempt = 0; ; attempt++) {
    const vmd = bakedVmd(motion, definition, reduceSamples(samples, chain, tolerance), modelName);
    const { positions, angles } = compareReplay(poses, Motion.from(vmd), samples.frames);
    const excess = positions.map((off, bone) => Math.max(off / position, angles[bone] / angle));
    const tighter = tightenTolerance(tolerance, replayed, poses.bones, excess);
    const error = {
      position: largest(positions),
      angle: largest(angles),
      frames: samples.frames.length,
    };
    if (!tighter) {
      return { vmd, bones: poses.bones.map((bone) => definition.boneNames[bone]), error };
    }
    if (attempt === MOST_ATTEMPTS) throw tooFarOff(error, position, angle);
    tolerance = tighter;
  }
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function tooFarOff(error: ReplayError, position: number, angle: number): RangeError {
  const found = `${error.position.toPrecision(3)} units, ${error.angle.toPrecision(3)}°`;
  return new RangeError(`the replay is off by ${found}, more than ${position} units, ${angle}°`);
}

function solvedChain(
  { bones, isMixed }: SolvedPoses,
  motion: Motion,
  definition: RigDefinition,
): SolvedChain {
  const place = new Map(bones.map((bone, i) => [bone, i]));
  const above = bones.map((bone) => {
    let parent = definition.parents[bone];
    while (parent >= 0 && !place.has(parent)) parent = definition.parents[parent];
    return place.get(parent) ?? -1;
  });
  return { bones, above, isMixed, isSwitched: physicsSwitches(motion, definition) };
}

/** Does the physics of a bone's bodies change between two frames? */
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
