/**
 * The frame of a motion that begins again whenever it has ended; its last frame is its first.
 *
 * @example
 * loopFrame(95, 90); // → 5
 * loopFrame(-5, 90); // → 85
 */
export function loopFrame(frame: number, lastFrame: number): number {
  if (!(lastFrame > 0)) return frame;
  return ((frame % lastFrame) + lastFrame) % lastFrame;
}
