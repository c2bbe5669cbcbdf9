import type { Sine } from '../signal/oscillators.js';
import { hertzOf, SAMPLE_RATE } from '../signal/stereo.js';
import { CONTROL_SAMPLES, type Tone } from './event.js';

const SLIDE_SECONDS = 0.02;
const TREMOR_HERTZ = 5.6;
/** Semitones to either side. */
const TREMOR_DEPTH = 0.16;

/**
 * Frequency of a note that slides in from the one before, and trembles once it has been held for a fifth of a
 * second.
 *
 * To be called once in `CONTROL_SAMPLES`: each call moves `tremor` on by that much.
 */
export function bentHertz({ pitch, from = pitch }: Tone, elapsed: number, tremor: Sine): number {
  const slide = (from - pitch) * Math.exp(-elapsed / SLIDE_SECONDS);
  const depth = TREMOR_DEPTH * Math.min(1, Math.max(0, (elapsed - 0.2) / 0.3));
  return hertzOf(pitch + slide + depth * tremor.next((TREMOR_HERTZ * CONTROL_SAMPLES) / SAMPLE_RATE));
}
