import { unboxed, weighChannel, WEIGHT, X } from '../motion/curve-weight.js';
import { findKey, type KeyCursor } from '../motion/key-cursor.js';
import type { BoneTrack } from '../motion/tracks.js';
import type { HeldBones } from './held-bones.js';
import type { RigPose } from './rig-pose.js';
import { slerp, slerpWeight } from '../rotation.js';

/**
 * Between a keyframe with physics on and one with physics off, MMD leads a bone from where physics left it to
 * the later keyframe, with the curves of that keyframe. O(1) with a cursor; allocates nothing.
 */
export function leadOutOfPhysics(
  track: BoneTrack,
  frame: number,
  { translations, rotations }: RigPose,
  held: HeldBones,
  bone: number,
  cursor: KeyCursor,
): void {
  const { frames, physics, positions, curves } = track;
  const key = findKey(frames, frame, cursor);
  if (key < 0 || physics[key] === 0 || physics[key + 1] !== 0 || frame === frames[key]) return;
  held.isLed[bone] = 1;
  if (held.isKnown[bone] === 0) return; // after a jump, from the earlier keyframe
  const next = key + 1;
  unboxed[X] = (frame - frames[key]) / (frames[next] - frames[key]);
  for (let axis = 0; axis < 3; axis++) {
    weighChannel(curves, 16 * next + 4 * axis);
    const from = held.translations[3 * bone + axis];
    translations[3 * bone + axis] = from + (positions[3 * next + axis] - from) * unboxed[WEIGHT];
  }
  weighChannel(curves, 16 * next + 12);
  slerpWeight[0] = unboxed[WEIGHT];
  slerp(held.rotations, 4 * bone, track.rotations, 4 * next, rotations, 4 * bone);
}
