import type { BakedBone } from '@odori/runtime/internal';
import { FRAMES_PER_SECOND, type Motion, secondsToFrame } from '@odori/runtime/motion';
import type { VrmTrack } from '../vrma/vrm-animation.js';
import { HumanoidError } from '../humanoid/humanoid-error.js';

/** Nearly two hours. */
const MAX_FRAMES = 200_000;

/**
 * The frames at which a motion is sampled: all whole ones from 0 to the last, and with `jumps` right before
 * each switch of IK or visibility a moment more. Straight lines between keyframes there become a jump, as in
 * MMD.
 *
 * @throws RangeError if the motion has more than 200,000 frames.
 */
export function framesToSample(motion: Motion, jumps: boolean): number[] {
  const last = Math.ceil(motion.lastFrame);
  if (last >= MAX_FRAMES)
    throw new RangeError(`the motion has ${last + 1} frames; bake at most ${MAX_FRAMES} of them at once`);
  const frames = Array.from({ length: last + 1 }, (_, frame) => frame);
  for (const frame of (jumps && motion.property?.frames) || []) {
    if (frame > 0 && frame <= last) frames.push(momentBefore(frame));
  }
  return [...new Set(frames)].sort((a, b) => a - b);
}

/**
 * Between keyframes of an animation that are further apart, so many frames are sampled: half a turn is then
 * less than 3° from one to the next.
 */
export const MAX_BETWEEN = 64;

/** Seconds in a file are rounded: so many frames past a whole one are none. */
const ROUNDED = 0.01;

/**
 * The last frame of an animation, which its last keyframe decides.
 *
 * @throws HumanoidError `too-large` if a motion cannot be that long.
 */
export function lastFrameOf(seconds: number, section: string): number {
  const last = Math.ceil(secondsToFrame(seconds) - ROUNDED);
  if (last < MAX_FRAMES) return last;
  const most = Math.floor(MAX_FRAMES / FRAMES_PER_SECOND);
  const message = `the last keyframe is at ${seconds} seconds; an animation of at most ${most} becomes a motion`;
  throw new HumanoidError(message, 'too-large', section);
}

/**
 * The whole frames at which to look at tracks, ascending: at and beside all keyframes, and between them every
 * one, or `most` at equal distances. What this costs follows from the number of keyframes, not from their
 * times: two can be hours apart.
 */
export function framesOfTracks(tracks: readonly VrmTrack[], lastFrame: number, most: number): number[] {
  const keys = new Set([0, lastFrame]);
  for (const { times } of tracks) {
    for (const time of times) {
      const near = Math.round(secondsToFrame(time));
      for (let frame = near - 1; frame <= near + 1; frame++)
        if (frame > 0 && frame < lastFrame) keys.add(frame);
    }
  }
  const frames: number[] = [];
  for (const key of [...keys].sort((a, b) => a - b)) {
    const last = frames.at(-1) ?? key;
    const between = Math.min(key - last - 1, most);
    for (let i = 1; i <= between; i++) frames.push(Math.round(last + ((key - last) * i) / (between + 1)));
    frames.push(key);
  }
  return frames;
}

/** The latest frame before another one, above 0, whose seconds differ in 32 bits. */
function momentBefore(frame: number): number {
  const time = Float32Array.of(frame / FRAMES_PER_SECOND);
  new Int32Array(time.buffer)[0]--; // the 32-bit number before
  return time[0] * FRAMES_PER_SECOND;
}

/** Seconds, as glTF stores them. */
export function secondsOf(frames: ArrayLike<number>): Float32Array {
  return Float32Array.from(frames, (frame) => frame / FRAMES_PER_SECOND);
}

/** The sine of half an angle that is no turn: 0.005°. */
const STILL = 4.5e-5;

/** Whether any keyframe turns a bone. */
export function isTurned({ frames, values }: BakedBone): boolean {
  return frames.some((_, key) => Math.hypot(...values.subarray(7 * key + 3, 7 * key + 6)) > STILL);
}
