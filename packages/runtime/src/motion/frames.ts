/**
 * MMD's frames per second.
 *
 * @example
 * motion.lastFrame / FRAMES_PER_SECOND; // → motion.duration, in seconds
 */
export const FRAMES_PER_SECOND = 30;

const SNAP = 1e-6;

/**
 * The frame at a time: 30 per second, fractional. A result within a millionth of a whole frame is that frame.
 *
 * In floating point, (123 / 30) · 30 is a little less than 123, and a seek to a cut would show the shot
 * before it.
 *
 * @example
 * secondsToFrame(123 / 30); // → 123
 * secondsToFrame(0.75); // → 22.5
 */
export function secondsToFrame(seconds: number): number {
  const frame = seconds * FRAMES_PER_SECOND;
  const whole = Math.round(frame);
  return Math.abs(frame - whole) <= SNAP ? whole : frame;
}

/**
 * The frame of a motion that repeats. Its last frame is also its first. Before it begins, its first pose
 * holds.
 *
 * @example
 * loopFrame(95, 90); // → 5
 * loopFrame(-5, 90); // → -5
 */
export function loopFrame(frame: number, lastFrame: number): number {
  return frame > 0 && lastFrame > 0 ? frame % lastFrame : frame;
}

/**
 * A frame within a motion: a slice has keyframes beyond its ends, which must not be seen.
 *
 * @example
 * clampFrame(95, 90); // → 90
 */
export function clampFrame(frame: number, lastFrame: number): number {
  return Math.min(Math.max(frame, 0), lastFrame);
}
