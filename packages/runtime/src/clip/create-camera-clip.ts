import { AnimationClip } from 'three';
import type { Motion } from '../motion/motion.js';
import { createCameraPose, sampleCamera } from '../motion/sample.js';
import type { CameraTrack } from '../motion/tracks.js';
import type { Channel } from './channel.js';
import { clipDuration } from './create-animation-clip.js';
import { createSampledTrack } from './sampled-track.js';

/** Options of {@link createCameraClip}. @inline */
export interface CameraClipOptions {
  readonly name?: string; // ''
}

/**
 * Makes an AnimationClip of a motion's camera. Times are seconds.
 *
 * The mixer's root is a MotionCamera, or any object with `target` and `angles` (Vector3), `distance`, `fov`
 * (numbers) and `perspective` (boolean), the values of {@link sampleCamera}. Call the camera's `update()`
 * after the mixer's. Cuts never blend, and come at exactly the right frame. The clip has no eye positions. It
 * is always exact: see {@link createAnimationClip} for tools that exact clips do not support. O(keys).
 *
 * @throws Error if the motion has no camera.
 * @example
 * const camera = new MotionCamera();
 * const mixer = new AnimationMixer(camera);
 * mixer.clipAction(createCameraClip(shots)).play();
 * mixer.setTime(2); // → the camera of frame 60
 */
export function createCameraClip(motion: Motion, options: CameraClipOptions = {}): AnimationClip {
  if (!motion.camera) throw new Error('the motion has no camera keyframes');
  const tracks = cameraChannels(motion.camera).map((channel) => createSampledTrack(channel));
  return new AnimationClip(options.name ?? '', clipDuration(motion), tracks);
}

function cameraChannels(track: CameraTrack): Channel[] {
  const { frames } = track;
  const pose = createCameraPose();
  return [
    {
      kind: 'vector',
      name: '.target',
      frames,
      sample: (frame, out, cursor) => {
        const { target } = sampleCamera(track, frame, pose, cursor);
        for (let i = 0; i < 3; i++) out[i] = target[i];
      },
    },
    {
      kind: 'vector',
      name: '.angles',
      frames,
      sample: (frame, out, cursor) => {
        const { angles } = sampleCamera(track, frame, pose, cursor);
        for (let i = 0; i < 3; i++) out[i] = angles[i];
      },
    },
    {
      kind: 'number',
      name: '.distance',
      frames,
      sample: (frame, out, cursor) => {
        out[0] = sampleCamera(track, frame, pose, cursor).distance;
      },
    },
    {
      kind: 'number',
      name: '.fov',
      frames,
      sample: (frame, out, cursor) => {
        out[0] = sampleCamera(track, frame, pose, cursor).fov;
      },
    },
    {
      kind: 'switch',
      name: '.perspective',
      frames,
      sample: (frame, out, cursor) => {
        out[0] = sampleCamera(track, frame, pose, cursor).perspective;
      },
    },
  ];
}
