import {
  type BakedBone,
  type KeyColumns,
  LineReducer,
  PoseReducer,
  reduceKeys,
  type RestingBones,
} from '@odori/runtime/internal';
import { FRAMES_PER_SECOND, type Motion } from '@odori/runtime/motion';
import { bindMotion, Rig, type RigDefinition } from '@odori/runtime/rig';
import { framesToSample, isTurned, secondsOf } from '../bake/frames.js';
import { bindExpressions, type ExpressionBinding, type ExpressionOptions } from '../humanoid/expressions.js';
import type { HumanBoneName } from '@odori/runtime/joints';
import type { Humanoid } from '../humanoid/humanoid.js';
import { HumanoidPose, type HumanoidPoseOptions } from '../humanoid/pose/humanoid-pose.js';
import { standardSource } from '../humanoid/standard-source.js';
import { eyeRangesOf, eyesOfGaze, gazeOfEyes } from './eye-ranges.js';
import { gazeAt, gazeRotation } from './gaze.js';
import { standardHumanoid } from './standard-humanoid.js';
import { type VrmAnimation, VRMA_PRESETS, type VrmTrack } from './vrm-animation.js';

/** How far a baked VRM animation may be from the avatar's pose. @inline */
export interface VrmAnimationTolerance {
  /** Of the hips, in metres. */
  readonly position?: number; // 0.0005
  /** Of the direction of every bone in the world, in degrees. */
  readonly angle?: number; // 0.05
  /** Of expressions, from 0 to 1. */
  readonly weight?: number; // 0.000001
}

/** Options of {@link bakeVrmAnimation}. @inline */
export interface BakeVrmAnimationOptions extends HumanoidPoseOptions, ExpressionOptions {
  /** The skeleton of the model that the dance was made for. */
  readonly source?: RigDefinition; // standardSource()
  readonly tolerance?: VrmAnimationTolerance;
}

const TOLERANCE_DEFAULTS: Required<VrmAnimationTolerance> = { position: 0.0005, angle: 0.05, weight: 1e-6 };
const EYES: readonly HumanBoneName[] = ['leftEye', 'rightEye'];
/** Expressions that make the eyes look somewhere: `lookAt` does that. */
const LOOKS = /^look(Up|Down|Left|Right)$/;
/** Metres per unit of an MMD model. */
const MMD_UNIT = 0.08;
/** A gaze that never leaves the middle by more than this, in degrees, is none. */
const MIN_GAZE = 0.05;

/**
 * A dance as a VRM animation for one avatar: its pose at every frame, as few keyframes as the tolerance
 * allows.
 *
 * Bake it for the avatar that plays it. Another one scales the places of the hips, but has legs of other
 * proportions: its feet then slide and float by some percent of its height. `'standard'`: a neutral skeleton
 * of 1.6 m, for a file that is not for one avatar.
 *
 * Expressions have the keyframes of the motion. Eyes become `lookAt`, because VRM animations have no eye
 * bones; for an avatar whose eye bones turn by a part of its gaze only, the gaze is larger by as much.
 * Switches of IK become jumps, as in MMD. O(frames · solving).
 *
 * @throws HumanoidError as {@link HumanoidPose}.
 * @throws RangeError if a tolerance or `emotions` is out of range, or if the motion has more than 200,000
 * frames.
 * @example
 * const animation = bakeVrmAnimation(motion, readHumanoid(vrmBytes));
 * await writeFile('dance.vrma', serializeVrma(animation));
 */
export function bakeVrmAnimation(
  motion: Motion,
  avatar: Humanoid | 'standard',
  options: BakeVrmAnimationOptions = {},
): VrmAnimation {
  const tolerance = { ...TOLERANCE_DEFAULTS, ...options.tolerance };
  for (const [name, value] of Object.entries(tolerance)) {
    if (!(value > 0)) throw new RangeError(`tolerance.${name} must be above 0, not ${value}`);
  }
  const humanoid = avatar === 'standard' ? standardHumanoid() : avatar;
  const rig = new Rig(options.source ?? standardSource({ morphs: humanoid.expressions }), {
    shearKnees: false,
  });
  const pose = new HumanoidPose(rig, humanoid, options);
  const expressions = bindExpressions(rig.definition.morphNames, humanoid.expressions, options);
  const scale = humanoid.version === 'mmd' ? MMD_UNIT : 1;
  const frames = framesToSample(motion, true);
  const samples = sampleMotion(motion, frames, pose, expressions, {
    ...tolerance,
    position: tolerance.position / scale,
  });
  const [presets, customs] = expressionTracks(samples.weights);
  const kept = humanoid.bones.flatMap((bone, i) => (EYES.includes(bone) ? [] : [i]));
  return {
    bones: kept.map((i) => humanoid.bones[i]),
    positions: Float64Array.from(
      kept.flatMap((i) => [...humanoid.positions.subarray(3 * i, 3 * i + 3)].map((value) => value * scale)),
    ),
    ...boneTracks(samples.bones, humanoid, scale, frames[frames.length - 1]),
    presets,
    customs,
    lookAt: lookAtOf(frames, samples.gazes, humanoid, tolerance.angle),
  };
}

/** What an avatar shows, as keyframes. */
interface Samples {
  /**
   * 7 numbers per keyframe of each human bone: translation from rest and rotation, relative to the parent.
   */
  readonly bones: readonly BakedBone[];
  /** The weights of each expression. */
  readonly weights: ReadonlyMap<string, KeyColumns>;
  /** `2 * frames`: yaw and pitch in degrees. */
  readonly gazes: Float64Array;
}

function sampleMotion(
  motion: Motion,
  frames: readonly number[],
  pose: HumanoidPose,
  expressions: ExpressionBinding,
  tolerance: Required<VrmAnimationTolerance>,
): Samples {
  const { rig, humanoid } = pose;
  const { bones, positions } = humanoid;
  const binding = bindMotion(motion, rig);
  const poses = new PoseReducer(restingBones(humanoid), { ...tolerance, of: 'bone' });
  const weights = expressions.names.map(() => new LineReducer(1, tolerance.weight));
  const gazes = new Float64Array(2 * frames.length);
  const sample = new Float64Array(7 * bones.length);
  frames.forEach((frame, i) => {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
    expressions.update(rig.morphWeights);
    weights.forEach((reducer, expression) => reducer.add(frame, expressions.weights, expression));
    gazes.set(pose.gaze, 2 * i);
    for (let axis = 0; axis < 3; axis++) sample[axis] = pose.hips[axis] - positions[axis];
    for (let bone = 0; bone < bones.length; bone++)
      for (let k = 0; k < 4; k++) sample[7 * bone + 3 + k] = pose.rotations[4 * bone + k];
    poses.add(frame, sample);
  });
  const tracks = weights.map((reducer, i) => [expressions.names[i], reducer.finish()] as const);
  return { bones: poses.finish(), weights: new Map(tracks), gazes };
}

function restingBones({ parents, positions }: Humanoid): RestingBones {
  const restOffsets = positions.map((value, i) => {
    const parent = parents[Math.floor(i / 3)];
    return parent < 0 ? value : value - positions[3 * parent + (i % 3)];
  });
  return { parents, restOffsets };
}

/** The tracks of the hips and of all bones that are ever turned, without eyes. */
function boneTracks(
  baked: readonly BakedBone[],
  { bones, positions }: Humanoid,
  scale: number,
  lastFrame: number,
): Pick<VrmAnimation, 'hips' | 'rotations'> {
  const rotations = new Map<HumanBoneName, VrmTrack>();
  baked.forEach((keys, i) => {
    if (isTurned(keys) && !EYES.includes(bones[i])) rotations.set(bones[i], trackOf(keys, 7, 3, 4));
  });
  const hips = trackOf(baked[0], 7, 0, 3);
  hips.values.forEach((value, i) => (hips.values[i] = (positions[i % 3] + value) * scale));
  return { hips: lasting(hips, lastFrame), rotations };
}

/** One track has to last as long as the motion. */
function lasting(track: VrmTrack, lastFrame: number): VrmTrack {
  if (track.times.length > 1 || lastFrame === 0) return track;
  const times = secondsOf([0, lastFrame]);
  return { ...track, times, values: Float32Array.of(...track.values, ...track.values) };
}

/** `count` of the `size` numbers of each keyframe, from `first` on. */
function trackOf({ frames, values }: KeyColumns, size: number, first: number, count: number): VrmTrack {
  const picked = new Float32Array(count * frames.length);
  for (let key = 0; key < frames.length; key++)
    for (let k = 0; k < count; k++) picked[count * key + k] = values[size * key + first + k];
  return { times: secondsOf(frames), values: picked, interpolation: 'linear' };
}

/** Tracks of presets and of an avatar's own expressions, without those that are always 0. */
function expressionTracks(
  weights: ReadonlyMap<string, KeyColumns>,
): [presets: Map<string, VrmTrack>, customs: Map<string, VrmTrack>] {
  const presets = new Map<string, VrmTrack>();
  const customs = new Map<string, VrmTrack>();
  for (const [name, keys] of weights) {
    if (LOOKS.test(name) || keys.values.every((weight) => weight === 0)) continue;
    (VRMA_PRESETS.has(name) ? presets : customs).set(name, trackOf(keys, 1, 0, 1));
  }
  return [presets, customs];
}

/**
 * Where the avatar looks, if its eyes ever leave the middle: such that its eye bones, which turn by a part of
 * the gaze, turn as the source's eyes do, as far as they can. As few keyframes as keep the eyes within the
 * tolerance.
 */
function lookAtOf(
  frames: readonly number[],
  gazes: Float64Array,
  humanoid: Humanoid,
  tolerance: number,
): VrmAnimation['lookAt'] {
  const { lookAt } = humanoid;
  const isInMiddle = frames.every((_, i) => Math.hypot(gazes[2 * i], gazes[2 * i + 1]) < MIN_GAZE);
  if (!lookAt || isInMiddle) return undefined;
  const ranges = eyeRangesOf(humanoid);
  const aims = frames.map((_, i) => gazeOfEyes([gazes[2 * i], gazes[2 * i + 1]], ranges));
  const rotations = aims.map(([yaw, pitch]) => gazeRotation(yaw, pitch));
  const eyes = aims.map((aim) => eyesOfGaze(aim, ranges));
  const trackOfKeys = (keys: readonly number[]): VrmTrack => ({
    times: secondsOf(keys.map((key) => frames[key])),
    values: Float32Array.from(keys.flatMap((key) => rotations[key])),
    interpolation: 'linear',
  });
  const kept = reduceKeys(frames.length, (a, b) => {
    const line = trackOfKeys([a, b]);
    for (let key = a + 1; key < b; key++) {
      const [yaw, pitch] = eyesOfGaze(gazeAt(line, frames[key] / FRAMES_PER_SECOND), ranges);
      if (!(Math.hypot(yaw - eyes[key][0], pitch - eyes[key][1]) <= tolerance)) return false;
    }
    return true;
  });
  return { offsetFromHead: lookAt.offsetFromHead, track: trackOfKeys(kept) };
}
