import { type BakedBone, reduceKeys, reducePoses } from '@odori/runtime/internal';
import { FRAMES_PER_SECOND, type Motion } from '@odori/runtime/motion';
import { bindMotion, Rig, type RigDefinition } from '@odori/runtime/rig';
import { framesToSample, secondsOf } from '../bake/frames.js';
import { bindExpressions, type ExpressionBinding, type ExpressionOptions } from '../humanoid/expressions.js';
import type { HumanBoneName } from '../humanoid/human-bones.js';
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
  const frames = framesToSample(motion, true);
  const samples = sampleMotion(motion, frames, pose, expressions);
  const scale = humanoid.version === 'mmd' ? MMD_UNIT : 1;
  const [presets, customs] = expressionTracks(frames, samples, expressions.names, tolerance.weight);
  const kept = humanoid.bones.flatMap((bone, i) => (EYES.includes(bone) ? [] : [i]));
  return {
    bones: kept.map((i) => humanoid.bones[i]),
    positions: Float64Array.from(
      kept.flatMap((i) => [...humanoid.positions.subarray(3 * i, 3 * i + 3)].map((value) => value * scale)),
    ),
    ...boneTracks(frames, samples, humanoid, scale, { ...tolerance, position: tolerance.position / scale }),
    presets,
    customs,
    lookAt: lookAtOf(frames, samples, humanoid, tolerance.angle),
  };
}

/** What an avatar shows at frames. */
interface Samples {
  /** Per frame, 7 numbers for each human bone: translation from rest and rotation, relative to the parent. */
  readonly poses: readonly Float64Array[];
  /** Per frame, the weight of each expression. */
  readonly weights: readonly Float64Array[];
  /** Per frame, yaw and pitch in degrees. */
  readonly gazes: readonly Float64Array[];
}

function sampleMotion(
  motion: Motion,
  frames: readonly number[],
  pose: HumanoidPose,
  expressions: ExpressionBinding,
): Samples {
  const { rig, humanoid } = pose;
  const binding = bindMotion(motion, rig);
  const weights: Float64Array[] = [];
  const gazes: Float64Array[] = [];
  const poses = frames.map((frame) => {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
    expressions.update(rig.morphWeights);
    weights.push(expressions.weights.slice());
    gazes.push(pose.gaze.slice());
    const sample = new Float64Array(7 * humanoid.bones.length);
    for (let axis = 0; axis < 3; axis++) sample[axis] = pose.hips[axis] - humanoid.positions[axis];
    for (let i = 0; i < humanoid.bones.length; i++)
      sample.set(pose.rotations.subarray(4 * i, 4 * i + 4), 7 * i + 3);
    return sample;
  });
  return { poses, weights, gazes };
}

/** The tracks of the hips and of all bones that are ever turned, without eyes. */
function boneTracks(
  frames: readonly number[],
  { poses }: Samples,
  { bones, parents, positions }: Humanoid,
  scale: number,
  { position, angle }: Required<VrmAnimationTolerance>,
): Pick<VrmAnimation, 'hips' | 'rotations'> {
  const restOffsets = positions.map((value, i) => {
    const parent = parents[Math.floor(i / 3)];
    return parent < 0 ? value : value - positions[3 * parent + (i % 3)];
  });
  const baked = reducePoses({ frames, parents, restOffsets, poses }, { position, angle, of: 'bone' });
  const rotations = new Map<HumanBoneName, VrmTrack>();
  baked.forEach(({ keys }, i) => {
    const isTurned = keys.some(({ values }) => Math.abs(values[6]) < 1 - 1e-9);
    if (!isTurned || EYES.includes(bones[i])) return;
    rotations.set(
      bones[i],
      trackOf(keys, ({ values }) => [...values.subarray(3, 7)]),
    );
  });
  const { keys } = baked[0];
  const last = frames[frames.length - 1];
  // One track has to last as long as the motion.
  const lasting = keys.length === 1 && last > 0 ? [...keys, { frame: last, values: keys[0].values }] : keys;
  const hips = trackOf(lasting, ({ values }) =>
    [0, 1, 2].map((axis) => (positions[axis] + values[axis]) * scale),
  );
  return { hips, rotations };
}

type Key = BakedBone['keys'][number];

function trackOf(keys: readonly Key[], valueOf: (key: Key) => readonly number[]): VrmTrack {
  return {
    times: secondsOf(keys.map(({ frame }) => frame)),
    values: Float32Array.from(keys.flatMap((key) => [...valueOf(key)])),
    interpolation: 'linear',
  };
}

/** Tracks of presets and of an avatar's own expressions, without those that are always 0. */
function expressionTracks(
  frames: readonly number[],
  { weights }: Samples,
  names: readonly string[],
  tolerance: number,
): [presets: Map<string, VrmTrack>, customs: Map<string, VrmTrack>] {
  const presets = new Map<string, VrmTrack>();
  const customs = new Map<string, VrmTrack>();
  names.forEach((name, i) => {
    if (LOOKS.test(name) || weights.every((each) => each[i] === 0)) return;
    const values = weights.map((each) => [each[i]]);
    (VRMA_PRESETS.has(name) ? presets : customs).set(name, reducedTrack(frames, values, tolerance));
  });
  return [presets, customs];
}

/** Straight lines between as few of the values as the tolerance allows, for each number of a value. */
function reducedTrack(
  frames: readonly number[],
  values: readonly (readonly number[])[],
  tolerance: number,
): VrmTrack {
  const kept = reduceKeys(frames.length, (a, b) => {
    for (let key = a + 1; key < b; key++) {
      const t = (frames[key] - frames[a]) / (frames[b] - frames[a]);
      const isOff = values[key].some(
        (value, k) => Math.abs(value - (values[a][k] + (values[b][k] - values[a][k]) * t)) > tolerance,
      );
      if (isOff) return false;
    }
    return true;
  });
  return {
    times: secondsOf(kept.map((key) => frames[key])),
    values: Float32Array.from(kept.flatMap((key) => [...values[key]])),
    interpolation: 'linear',
  };
}

/**
 * Where the avatar looks, if its eyes ever leave the middle: such that its eye bones, which turn by a part of
 * the gaze, turn as the source's eyes do, as far as they can. As few keyframes as keep the eyes within the
 * tolerance.
 */
function lookAtOf(
  frames: readonly number[],
  { gazes }: Samples,
  humanoid: Humanoid,
  tolerance: number,
): VrmAnimation['lookAt'] {
  const { lookAt } = humanoid;
  if (!lookAt || gazes.every((gaze) => Math.hypot(gaze[0], gaze[1]) < MIN_GAZE)) return undefined;
  const ranges = eyeRangesOf(humanoid);
  const aims = gazes.map(([yaw, pitch]) => gazeOfEyes([yaw, pitch], ranges));
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
