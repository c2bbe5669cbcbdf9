import { AnimationClip } from 'three';
import { createCameraPose } from '../motion/camera-pose.js';
import type { Motion } from '../motion/motion.js';
import { sampleCamera } from '../motion/sample-camera.js';
import type { CameraTrack } from '../motion/tracks.js';
import type { Channel } from './channel.js';
import { clipDuration } from './create-animation-clip.js';
import { createSampledTrack } from './sampled-track.js';

export interface CameraClipOptions {
  readonly name?: string; // ''
}

/**
 * Makes the camera of a motion an AnimationClip. Times are seconds.
 *
 * The mixer's root is a MotionCamera, or anything with `target` and `angles` (Vector3), `distance`, `fov` (numbers) and
 * `perspective` (boolean): what {@link sampleCamera} gives. Call the camera's `update()` after the mixer's. Cuts are cuts,
 * at whole frames to the frame; eye positions are never in it, and it is always exact: see `createAnimationClip` for
 * what exact clips refuse. O(keys).
 *
 * @throws Error if the motion has no camera.
 * @example
 * const mixer = new AnimationMixer(camera);
 * mixer.clipAction(createCameraClip(motion)).play();
 * mixer.setTime(2); // → camera.distance is -45
 */
export function createCameraClip(motion: Motion, options: CameraClipOptions = {}): AnimationClip {
  if (!motion.camera) throw new Error('the motion has no camera keys');
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
