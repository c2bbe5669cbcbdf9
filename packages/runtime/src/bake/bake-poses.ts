import type { Vmd } from '@odori/format';
import { Motion } from '../motion/motion.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import { bakedVmd, keptVmd } from './baked-vmd.js';
import { physicsOf, type PoseSource } from './pose-source.js';
import { SampleReducer, type SolvedChain } from './sample-reducer.js';
import { solveFrames } from './solve-frames.js';
import { compareReplay, type ReplayError, SolvedPoses } from './solved-poses.js';
import { type BakeTolerance, completeTolerance, distributeTolerance, tightenTolerance } from './tolerance.js';

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
const MAX_UNCHANGED = 5;

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
  source: PoseSource,
  { append = 'model', modelName = '', tolerance }: BakeMotionOptions = {},
): BakedMotion {
  const { position, angle } = completeTolerance(tolerance, TOLERANCE_DEFAULTS);
  const { motion, rig } = source;
  const replayed = append === 'motion' ? withoutAppend(rig.definition) : rig.definition;
  const poses = new SolvedPoses(source, replayed);
  const { bones, free } = poses;
  const whole = { position, angle: (angle * Math.PI) / 180 };
  let allowed = distributeTolerance(replayed, bones, whole, free);
  const samples = solveFrames(poses, motion, allowed, source.isUneven ? Infinity : undefined);
  const reducer = new SampleReducer(samples, solvedChain(poses, source));
  const others = keptVmd(source, bones, modelName);
  let before: ReplayError | undefined;
  let unchanged = 0;
  for (let attempt = 0; ; attempt++) {
    const vmd = bakedVmd(source, others, reducer.reduce(allowed));
    const { positions, angles } = compareReplay(poses, Motion.from(vmd), samples.frames);
    const excess = positions.map((off, bone) => Math.max(off / position, angles[bone] / angle));
    const tighter = tightenTolerance(allowed, replayed, bones, excess, free);
    const error = {
      position: largest(positions),
      angle: largest(angles),
      frames: samples.frames.length,
    };
    if (!tighter) return { vmd, bones: bones.map((bone) => replayed.boneNames[bone]), error };
    // A bit of tightening may change nothing. Once every solved frame has its keyframe, none does.
    const isSame = error.position === before?.position && error.angle === before.angle;
    unchanged = isSame ? unchanged + 1 : 0;
    if (unchanged === MAX_UNCHANGED || attempt === MAX_ATTEMPTS) throw tooFarOff(error, position, angle);
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
