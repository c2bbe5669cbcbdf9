import type { BoneKey } from '@odori/format';
import { PoseReducer } from '@odori/runtime/internal';
import { FRAMES_PER_SECOND } from '@odori/runtime/motion';
import { rotateVector } from '@odori/runtime/rig';
import { isTurned } from '../bake/frames.js';
import { sampleVrmTrack } from './sample-vrm-track.js';
import type { VrmTrack } from './vrm-animation.js';

const RADIANS = Math.PI / 180;
const FORWARDS = /* @__PURE__ */ Float64Array.of(0, 0, 1);
/** The eyes of MMD models turn themselves. Beyond this, in degrees, their pupils are inside the head. */
const MAX_YAW = 30;
const MAX_PITCH = 20;

/**
 * The rotation x y z w that looks to a side, positive to the left, and then downwards if positive. Degrees;
 * three's space.
 */
export function gazeRotation(yaw: number, pitch: number): [number, number, number, number] {
  const [y, x] = [(yaw * RADIANS) / 2, (pitch * RADIANS) / 2];
  return [
    Math.cos(y) * Math.sin(x),
    Math.sin(y) * Math.cos(x),
    0 - Math.sin(y) * Math.sin(x),
    Math.cos(y) * Math.cos(x),
  ];
}

/**
 * Yaw and pitch of a track of rotations at a time, in degrees: the inverse of {@link gazeRotation}. O(log
 * keyframes).
 */
export function gazeAt(track: VrmTrack, seconds: number): [yaw: number, pitch: number] {
  sampleVrmTrack(track, 4, seconds, rotation, 0);
  rotateVector(rotation, 0, FORWARDS, 0, direction, 0);
  const [x, y, z] = direction;
  return [Math.atan2(x, z) / RADIANS, -Math.atan2(y, Math.hypot(x, z)) / RADIANS];
}

/**
 * A gaze at these frames as keyframes of a bone of MMD, one for every change of direction by more than the
 * tolerance, in degrees. None if the gaze never leaves the middle. A roll is left out.
 */
export function gazeKeys(track: VrmTrack, frames: readonly number[], bone: string, angle: number): BoneKey[] {
  const skeleton = { parents: [-1], restOffsets: new Float64Array(3) };
  const reducer = new PoseReducer(skeleton, { position: 1, angle, of: 'bone' });
  for (const frame of frames) {
    const [yaw, pitch] = gazeAt(track, frame / FRAMES_PER_SECOND);
    const turn = gazeRotation(within(yaw, MAX_YAW), within(pitch, MAX_PITCH));
    reducer.add(frame, Float64Array.of(0, 0, 0, ...turn));
  }
  const [keys] = reducer.finish();
  if (!isTurned(keys)) return [];
  const { values } = keys;
  return Array.from(keys.frames, (frame, key) => {
    const [x, y, z, w] = values.slice(7 * key + 3, 7 * key + 7);
    return { name: bone, frame, rotation: [0 - x, 0 - y, z, w] }; // in MMD's space
  });
}

const rotation = /* @__PURE__ */ new Float64Array(4);
const direction = /* @__PURE__ */ new Float64Array(3);

function within(value: number, most: number): number {
  return Math.min(Math.max(value, -most), most);
}
