import {
  applyCameraPose,
  createCameraPose,
  FRAMES_PER_SECOND,
  KeyCursor,
  type Motion,
  sampleCamera,
  secondsToFrame,
} from '@odori/runtime';
import {
  AnimationClip,
  type KeyframeTrack,
  NumberKeyframeTrack,
  PerspectiveCamera,
  QuaternionKeyframeTrack,
  type TypedArray,
  VectorKeyframeTrack,
} from 'three';

/**
 * A clip for a mixer whose root is a camera with a child `target`: tracks have r171's names, and play the
 * motion's own curves and MMD's way around the target. O(keys).
 *
 * `warn` is for cameras that cannot show orthographic shots, and is called if there are some.
 *
 * @throws Error if the motion has no camera.
 */
export function createPageCameraClip(
  motion: Motion,
  name: string,
  warn?: (message: string) => void,
): AnimationClip {
  const track = motion.camera;
  if (!track) throw new Error('the motion has no camera keyframes');
  if (track.perspective.includes(0)) warn?.(PARALLEL);
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
