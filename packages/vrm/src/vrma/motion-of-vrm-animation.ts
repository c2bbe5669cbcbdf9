import type { BoneKey, MorphKey } from '@odori/format';
import { LineReducer } from '@odori/runtime/internal';
import { FRAMES_PER_SECOND } from '@odori/runtime/motion';
import { framesOfTracks, lastFrameOf, MAX_BETWEEN } from '../bake/frames.js';
import { HUMAN_BONES } from '@odori/runtime/joints';
import type { Humanoid } from '../humanoid/humanoid.js';
import { parentsOf } from '../humanoid/read/read-humanoid.js';
import { motionOfHumanoid, type MotionOfHumanoidOptions } from '../humanoid/retarget/motion-of-humanoid.js';
import type { RetargetedMotion } from '../humanoid/retarget/retarget-motion.js';
import { gazeKeys } from './gaze.js';
import { sampleVrmTrack } from './sample-vrm-track.js';
import { type VrmAnimation, vrmAnimationDuration } from './vrm-animation.js';

/** A weight that straight lines miss by less than this gets no keyframe. */
const WEIGHT_TOLERANCE = 1e-3;

/** MMD's usual morph for each preset. An avatar's own expressions keep their names. */
const MORPHS: Readonly<Record<string, string>> = {
  aa: 'あ',
  ih: 'い',
  ou: 'う',
  ee: 'え',
  oh: 'お',
  blink: 'まばたき', // blink
  blinkLeft: 'ウィンク２', // wink
  blinkRight: 'ｳｨﾝｸ２右',
  happy: '笑い', // laugh
  angry: '怒り', // anger
  sad: '困る', // troubled
  relaxed: 'にこり', // smile
  surprised: 'びっくり', // startled
};

/**
 * A VRM animation as a motion of MMD, with the feet on 足ＩＫ (leg IK), ready to be saved as VMD. Presets become
 * MMD's usual morphs.
 *
 * Where the avatar looks turns 両目 (both eyes) by the same angles, at most 30° to a side and 20° up or down:
 * unlike VRM's, the eyes of MMD models are turned by the gaze itself. Sampled at 30 frames per second, and at
 * 64 frames between keyframes that are further apart. O(frames · solving · attempts).
 *
 * @throws HumanoidError if the target lacks bones of the trunk or the legs, or the animation the hips and
 * legs; `too-large` if it lasts longer than 6,666 seconds, 200,000 frames.
 * @throws RangeError as `bakeMotion`.
 * @example
 * const { vmd } = motionOfVrmAnimation(parseVrma(bytes));
 * await writeFile('dance.vmd', serializeVmd(vmd));
 */
export function motionOfVrmAnimation(
  animation: VrmAnimation,
  options: MotionOfHumanoidOptions = {},
): RetargetedMotion {
  const lastFrame = lastFrameOf(vrmAnimationDuration(animation), 'animations[0]');
  const humanoid = humanoidOfAnimation(animation);
  const tracks = humanoid.bones.map((bone) => animation.rotations.get(bone));
  const sample = (frame: number, rotations: Float64Array, hips: Float64Array): void => {
    const seconds = frame / FRAMES_PER_SECOND;
    tracks.forEach((track, i) => {
      if (track) sampleVrmTrack(track, 4, seconds, rotations, 4 * i);
      else rotations.set([0, 0, 0, 1], 4 * i);
    });
    if (animation.hips) sampleVrmTrack(animation.hips, 3, seconds, hips, 0);
    else hips.set(humanoid.positions.subarray(0, 3));
  };
  const moving = [animation.hips, ...animation.rotations.values()].filter((track) => track !== undefined);
  const frames = framesOfTracks(moving, lastFrame, MAX_BETWEEN);
  const bones = [...eyeKeys(animation, lastFrame, options), ...(options.bones ?? [])];
  const morphs = [...morphKeys(animation, lastFrame), ...(options.morphs ?? [])];
  return motionOfHumanoid(humanoid, { lastFrame, frames, sample }, { ...options, bones, morphs });
}

/** A gaze that a straight line misses by less than this, in degrees, gets no keyframe. */
const GAZE_TOLERANCE = 0.3;

/** Keyframes of 両目, or of the eyes of a model without that bone. */
function eyeKeys(
  { lookAt }: VrmAnimation,
  lastFrame: number,
  { target, tolerance }: MotionOfHumanoidOptions,
): BoneKey[] {
  const track = lookAt?.track;
  if (!track) return [];
  const frames = framesOfTracks([track], lastFrame, MAX_BETWEEN);
  const eyes = target && !target.boneNames.includes('両目') ? ['左目', '右目'] : ['両目'];
  return eyes
    .filter((eye) => !target || target.boneNames.includes(eye))
    .flatMap((eye) => gazeKeys(track, frames, eye, tolerance?.angle ?? GAZE_TOLERANCE));
}

/** The skeleton of an animation; it has no rotation at rest. */
function humanoidOfAnimation({ bones, positions }: VrmAnimation): Humanoid {
  return {
    version: '1',
    bones,
    parents: parentsOf(bones),
    positions,
    rotations: Float64Array.from(bones.flatMap(() => [0, 0, 0, 1])),
    nodes: new Int32Array(bones.length).fill(-1),
    missing: HUMAN_BONES.filter((bone) => !bones.includes(bone)),
    expressions: [],
    lookAt: undefined,
  };
}

function morphKeys({ presets, customs }: VrmAnimation, lastFrame: number): MorphKey[] {
  const named = [...presets].flatMap(([preset, track]) => {
    const name = MORPHS[preset];
    return name === undefined ? [] : [[name, track] as const];
  });
  const value = new Float64Array(1);
  return [...named, ...customs].flatMap(([name, track]) => {
    const reducer = new LineReducer(1, WEIGHT_TOLERANCE);
    // between other keyframes, a weight follows a straight line
    const most = track.interpolation === 'cubic' ? MAX_BETWEEN : 0;
    for (const frame of framesOfTracks([track], lastFrame, most)) {
      sampleVrmTrack(track, 1, frame / FRAMES_PER_SECOND, value, 0);
      value[0] = Math.min(Math.max(value[0], 0), 1); // curves may go further
      reducer.add(frame, value);
    }
    const { frames, values } = reducer.finish();
    return Array.from(frames, (frame, key) => ({ name, frame, weight: values[key] }));
  });
}
