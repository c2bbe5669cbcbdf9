import { FRAMES_PER_SECOND, type Motion } from '@odori/runtime/motion';

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

/** The latest frame before another one, above 0, whose seconds differ in 32 bits. */
function momentBefore(frame: number): number {
  const time = Float32Array.of(frame / FRAMES_PER_SECOND);
  new Int32Array(time.buffer)[0]--; // the 32-bit number before
  return time[0] * FRAMES_PER_SECOND;
}

/** Seconds, as glTF stores them. */
export function secondsOf(frames: readonly number[]): Float32Array {
  return Float32Array.from(frames, (frame) => frame / FRAMES_PER_SECOND);
}
