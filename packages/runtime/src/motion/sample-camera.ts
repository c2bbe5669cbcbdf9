import type { CameraPose } from './camera-pose.js';
import { unboxed, weighChannel, WEIGHT, X } from './curve-weight.js';
import { findKey, type KeyCursor, segmentFraction } from './key-cursor.js';
import type { CameraTrack } from './tracks.js';

const ROTATION = 3;
const DISTANCE = 4;
const FOV = 5;

/**
 * Samples the camera at a frame into `outPose`, and returns it.
 *
 * Target, angles, distance and fov run on curves of their own; angles are never wrapped, so that 6 radians really spin.
 * Between keys one frame apart the earlier one holds: a cut shows no blend of its shots. Allocates nothing; O(1) with
 * a cursor while time flows, else O(log keys).
 *
 * @see Measured on MMD 9.31: 6e-6 units at 88 frames.
 * @example
 * sampleCamera(motion.camera!, 115, pose).distance; // → -32.6476
 */
export function sampleCamera(
  track: CameraTrack,
  frame: number,
  outPose: CameraPose,
  cursor?: KeyCursor,
): CameraPose {
  const { frames } = track;
  const key = Math.max(findKey(frames, frame, cursor), 0);
  const t = segmentFraction(frames, key, frame, track.cutFrames);
  const next = t > 0 ? key + 1 : key;
  unboxed[X] = t;
  weigh(track.curves, next, ROTATION);
  const turn = unboxed[WEIGHT];
  for (let axis = 0; axis < 3; axis++) {
    weigh(track.curves, next, axis);
    const shift = unboxed[WEIGHT];
    outPose.target[axis] = mix(track.targets[3 * key + axis], track.targets[3 * next + axis], shift);
    outPose.angles[axis] = mix(track.angles[3 * key + axis], track.angles[3 * next + axis], turn);
  }
  weigh(track.curves, next, DISTANCE);
  outPose.distance = mix(track.distances[key], track.distances[next], unboxed[WEIGHT]);
  weigh(track.curves, next, FOV);
  outPose.fov = mix(track.fovs[key], track.fovs[next], unboxed[WEIGHT]);
  outPose.perspective = track.perspective[key] !== 0;
  return outPose;
}

/** By the curve of the later key. */
function weigh(curves: Uint8Array, key: number, channel: number): void {
  weighChannel(curves, 24 * key + 4 * channel);
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}
