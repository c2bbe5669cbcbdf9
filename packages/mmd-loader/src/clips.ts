import {
  applyCameraPose,
  createAnimationClip,
  createCameraPose,
  FRAMES_PER_SECOND,
  KeyCursor,
  type Motion,
  sampleCamera,
  secondsToFrame,
} from '@odori/runtime';
import {
  AnimationClip,
  type Camera,
  type KeyframeTrack,
  NumberKeyframeTrack,
  PerspectiveCamera,
  PropertyBinding,
  QuaternionKeyframeTrack,
  type TypedArray,
  VectorKeyframeTrack,
} from 'three';
import type { PageModel } from './page-model.js';
import { warnOnce } from './warn-once.js';

/** The motion of a clip and the model that it was made for. */
interface Origin {
  readonly motion: Motion;
  readonly model: PageModel;
}

const origins = /* @__PURE__ */ new WeakMap<AnimationClip, Origin>();

/**
 * A clip for a mixer whose root is the mesh: tracks have r171's names (`.bones[頭].quaternion`, `.morphTargetInfluences[3]`) and
 * values (positions relative to the parent), and play the motion's own curves. O(keys).
 */
export function createMeshClip(motion: Motion, page: PageModel, name: string): AnimationClip {
  const clip = createAnimationClip(motion, page.model.poseTarget, { name });
  for (const track of clip.tracks) rename(track, page);
  origins.set(clip, { motion, model: page });
  return clip;
}

function rename(track: KeyframeTrack, { model, restOf }: PageModel): void {
  const { boneNames } = model.poseTarget;
  const [, kind, number, property] = TRACK.exec(track.name) ?? [];
  const index = Number(number);
  if (kind === '.morphWeights[') track.name = `.morphTargetInfluences[${number}]`;
  else if (kind === 'bone') {
    const isNamed = boneNames.indexOf(boneNames[index]) === index;
    track.name = `.bones[${isNamed ? addressable(boneNames[index], number) : number}].${property}`;
    if (property === 'position') shift(track, restOf(index));
  }
}

/** The names of the tracks of bones and morphs on a pose target. */
const TRACK = /^(bone|\.morphWeights\[)(\d+)(?:\]|\.(position|quaternion))$/;

/** A name if three finds it in the name of a track, or else its index, which three finds, too. */
function addressable(name: string, index: string): string {
  const isFound =
    /^[^[\]]+$/.test(name) && PropertyBinding.parseTrackName(`.bones[${name}].position`).objectIndex === name;
  return isFound ? name : index;
}

/** Moves all values of an exact track, which its interpolants compute anew each time. */
function shift(track: KeyframeTrack, by: ArrayLike<number>): void {
  const playing = track as KeyframeTrack & { createInterpolant: CreateInterpolant };
  const { values } = track;
  for (let i = 0; i < values.length; i++) values[i] += by[i % 3];
  const create = playing.createInterpolant;
  const createShifted: CreateInterpolant = (result) => {
    const interpolant = create(result);
    const evaluate = interpolant.evaluate.bind(interpolant);
    interpolant.evaluate = (seconds) => {
      const out = evaluate(seconds);
      for (let i = 0; i < 3; i++) out[i] += by[i];
      return out;
    };
    return interpolant;
  };
  // The original refuses tools that would rewrite its keys, by a getter.
  playing.createInterpolant = Object.setPrototypeOf(createShifted, create) as CreateInterpolant;
}

type CreateInterpolant = (result?: TypedArray) => { evaluate(seconds: number): TypedArray };

/**
 * A clip for a mixer whose root is a camera with a child `target`: tracks have r171's names, and play the motion's own curves and
 * MMD's way around the target. O(keys).
 *
 * @throws Error if the motion has no camera.
 */
export function createPageCameraClip(motion: Motion, name: string, camera?: Camera): AnimationClip {
  const track = motion.camera;
  if (!track) throw new Error('the motion has no camera keyframes');
  if (camera && 'isPerspectiveCamera' in camera && track.perspective.includes(0)) warnOnce(PARALLEL);
  const pose = createCameraPose();
  const eye = new PerspectiveCamera();
  const trackOf = (
    Track: typeof KeyframeTrack,
    path: string,
    read: (out: number[]) => void,
  ): KeyframeTrack => {
    const sample = (seconds: number, out: object, cursor?: KeyCursor): void => {
      applyCameraPose(sampleCamera(track, secondsToFrame(seconds), pose, cursor), eye);
      read(out as number[]);
    };
    const times = Array.from(track.frames, (frame) => frame / FRAMES_PER_SECOND);
    const values = times.flatMap((seconds) => {
      const value: number[] = [];
      sample(seconds, value);
      return value;
    });
    const createInterpolant = (resultBuffer: TypedArray): object => {
      const cursor = new KeyCursor();
      const interpolant = {
        resultBuffer, // of the action, which sets it later
        evaluate(seconds: number): TypedArray {
          sample(seconds, interpolant.resultBuffer, cursor);
          return interpolant.resultBuffer;
        },
      };
      return interpolant;
    };
    return Object.assign(new Track(path, times, values), { createInterpolant });
  };
  return new AnimationClip(name, Math.max(motion.duration, 1 / FRAMES_PER_SECOND), [
    trackOf(VectorKeyframeTrack, 'target.position', (out) => {
      for (let i = 0; i < 3; i++) out[i] = pose.target[i];
    }),
    trackOf(QuaternionKeyframeTrack, '.quaternion', (out) => void eye.quaternion.toArray(out)),
    trackOf(VectorKeyframeTrack, '.position', (out) => void eye.position.toArray(out)),
    trackOf(NumberKeyframeTrack, '.fov', (out) => {
      out[0] = pose.fov;
    }),
  ]);
}

const PARALLEL =
  'the camera motion has orthographic shots, which a PerspectiveCamera cannot show. ' +
  'MotionCamera of @odori/runtime shows them: render with `motionCamera.active`.';

/** A clip of ours that was made for another model, made anew for this one; every other clip as it is. */
export function clipFor(clip: AnimationClip, page: PageModel): AnimationClip {
  const origin = origins.get(clip);
  return origin && origin.model !== page ? createMeshClip(origin.motion, page, clip.name) : clip;
}
