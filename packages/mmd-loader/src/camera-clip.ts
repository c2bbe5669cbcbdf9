import { applyCameraPose, createCameraPose, type KeyCursor, type Motion, sampleCamera } from '@odori/runtime';
import { clipDuration, type NumericChannel } from '@odori/runtime/internal/three';
import { AnimationClip, PerspectiveCamera } from 'three';
import { createEditableTrack } from './editable-track.js';

/**
 * A clip for a mixer whose root is a camera with a child `target`: tracks have r171's names, and play the
 * motion's own curves and MMD's way around the target where the page has not changed their keyframes.
 * O(keys).
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
  const channelOf = (
    kind: NumericChannel['kind'],
    path: string,
    read: (out: number[]) => void,
  ): NumericChannel => ({
    kind,
    name: path,
    frames: track.frames,
    sample: (frame: number, out: object, cursor?: KeyCursor): void => {
      applyCameraPose(sampleCamera(track, frame, pose, cursor), eye);
      read(out as number[]);
    },
  });
  const channels = [
    channelOf('vector', 'target.position', (out) => {
      for (let i = 0; i < 3; i++) out[i] = pose.target[i];
    }),
    channelOf('quaternion', '.quaternion', (out) => void eye.quaternion.toArray(out)),
    channelOf('vector', '.position', (out) => void eye.position.toArray(out)),
    channelOf('number', '.fov', (out) => {
      out[0] = pose.fov;
    }),
  ];
  const tracks = channels.map((channel) => createEditableTrack(channel, motion.lastFrame));
  return new AnimationClip(name, clipDuration(motion), tracks);
}

const PARALLEL =
  'the camera motion has orthographic shots, which a PerspectiveCamera cannot show. ' +
  'MotionCamera of @odori/runtime shows them: render with `motionCamera.active`.';
