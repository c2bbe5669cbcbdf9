import { SAMPLE_RATE } from '../signal/stereo.js';

const DOWN_SECONDS = 0.004;
const UP_SECONDS = 0.26;

export interface Beat {
  /** Sample of its onset. */
  readonly start: number;
  /** From 0 to 1. */
  readonly velocity: number;
}

/**
 * How far the kick lowers other instruments: 1 just after a full stroke, 0 after a quarter of a second.
 *
 * It is computed from the score, so it can begin `DOWN_SECONDS` before the stroke.
 *
 * @example
 * ducking([{ start: 1000, velocity: 1 }], 44100); // → 0 at sample 0, 1 at 1000, 0.25 at 6733, 0 at 12466
 */
export function ducking(beats: readonly Beat[], length: number): Float32Array {
  const depth = new Float32Array(length);
  const [down, up] = [Math.round(DOWN_SECONDS * SAMPLE_RATE), Math.round(UP_SECONDS * SAMPLE_RATE)];
  for (const { start, velocity } of beats) {
    const first = Math.max(0, start - down);
    for (let index = first; index < Math.min(length, start + up); index++) {
      const place = index < start ? (start - index) / down : (index - start) / up;
      depth[index] = Math.max(depth[index], velocity * (1 - place) ** 2);
    }
  }
  return depth;
}
