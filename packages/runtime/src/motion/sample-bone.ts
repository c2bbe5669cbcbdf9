import { unboxed, weighChannel, WEIGHT, X } from './curve-weight.js';
import { findKey, type KeyCursor } from './key-cursor.js';
import {
  type BoneTrack,
  SEGMENT_CURVED,
  SEGMENT_TRANSLATES,
  SEGMENT_ROTATION_CURVED,
  SEGMENT_ROTATES,
} from './tracks.js';

/** What samplers write to: a typed array, an array, whatever has numbers by index. */
export interface Writable {
  [index: number]: number;
}

/**
 * Samples one bone at a frame: its move from rest into `outPosition`, x y z, its turn into `outRotation`, x y z w.
 *
 * Three's space, MMD units. `frame` may be fractional; before the first key and behind the last that key's value holds.
 * The curves are those of the later key; the rotation takes the short way. Returns `outRotation`. Allocates nothing;
 * O(1) with a cursor while time flows, else O(log keys).
 *
 * @see The curves are the camera sampler's, which is 4e-6 units off MMD's own at 88 measured frames.
 * @example
 * sampleBone(motion.bones.get('センター')!, 15.5, position, rotation); // position → [0, 1.25, -0.5]
 */
export function sampleBone<R extends Writable>(
  track: BoneTrack,
  frame: number,
  outPosition: Writable,
  outRotation: R,
  cursor?: KeyCursor,
): R {
  sampleBoneInto(track, frame, outPosition, 0, outRotation, 0, cursor);
  return outRotation;
}

/** The same, into the middle of larger arrays: a pose. */
export function sampleBoneInto(
  track: BoneTrack,
  frame: number,
  positions: Writable,
  positionIndex: number,
  rotations: Writable,
  rotationIndex: number,
  cursor?: KeyCursor,
): void {
  const { frames } = track;
  const key = Math.max(findKey(frames, frame, cursor), 0);
  const next = key + 1;
  const isBetween = next < frames.length && frame > frames[key];
  const segment = isBetween ? track.segments[next] : 0;
  if (isBetween) unboxed[X] = (frame - frames[key]) / (frames[next] - frames[key]);
  if (segment & SEGMENT_TRANSLATES) samplePosition(track, next, segment, positions, positionIndex);
  else copy(track.positions, 3 * key, 3, positions, positionIndex);
  if (segment & SEGMENT_ROTATES) sampleRotation(track, next, segment, rotations, rotationIndex);
  else copy(track.rotations, 4 * key, 4, rotations, rotationIndex);
}

/** Is the physics of the bone's bodies on at a frame? Steps at each key; 1 or 0. */
export function sampleBonePhysics(track: BoneTrack, frame: number, cursor?: KeyCursor): number {
  return track.physics[Math.max(findKey(track.frames, frame, cursor), 0)];
}

function samplePosition(
  track: BoneTrack,
  next: number,
  segment: number,
  out: Writable,
  outIndex: number,
): void {
  const { positions, curves } = track;
  const t = unboxed[X];
  for (let axis = 0; axis < 3; axis++) {
    const to = positions[3 * next + axis];
    const from = positions[3 * next - 3 + axis];
    const isCurved = segment & (SEGMENT_CURVED << axis);
    if (isCurved) weighChannel(curves, 16 * next + 4 * axis);
    out[outIndex + axis] = from + (to - from) * (isCurved ? unboxed[WEIGHT] : t);
  }
}

/**
 * Slerp between neighbours on the same side: sin((1 − w)·h)/sin(h)·a + sin(w·h)/sin(h)·b, h half the angle turned.
 */
function sampleRotation(
  track: BoneTrack,
  next: number,
  segment: number,
  out: Writable,
  outIndex: number,
): void {
  const { rotations, arcs } = track;
  const isCurved = segment & SEGMENT_ROTATION_CURVED;
  if (isCurved) weighChannel(track.curves, 16 * next + 12);
  const weight = unboxed[isCurved ? WEIGHT : X];
  const half = arcs[2 * next];
  const inverseSine = arcs[2 * next + 1];
  const a = inverseSine === 0 ? 1 - weight : Math.sin((1 - weight) * half) * inverseSine;
  const b = inverseSine === 0 ? weight : Math.sin(weight * half) * inverseSine;
  const i = 4 * next;
  out[outIndex] = a * rotations[i - 4] + b * rotations[i];
  out[outIndex + 1] = a * rotations[i - 3] + b * rotations[i + 1];
  out[outIndex + 2] = a * rotations[i - 2] + b * rotations[i + 2];
  out[outIndex + 3] = a * rotations[i - 1] + b * rotations[i + 3];
}

function copy(from: Float32Array, index: number, count: number, to: Writable, toIndex: number): void {
  for (let i = 0; i < count; i++) to[toIndex + i] = from[index + i];
}
