import { fall, strikeAt } from '../signal/envelopes.js';
import { Sine } from '../signal/oscillators.js';
import { SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import type { Strike } from './event.js';

const SECONDS = 0.28;

/** A sine that falls from a knock to 51 Hz, pressed a little. */
export function playKick({ start, velocity }: Strike, out: Stereo): void {
  const body = new Sine();
  const end = Math.min(out.left.length, start + SECONDS * SAMPLE_RATE);
  for (let index = start; index < end; index++) {
    const seconds = (index - start) / SAMPLE_RATE;
    const hertz = 51 + 130 * fall(seconds / 0.11) + 1400 * fall(seconds / 0.018);
    const value = Math.tanh(2.2 * strikeAt(seconds, SECONDS) * body.next(hertz / SAMPLE_RATE));
    out.left[index] += velocity * value;
    out.right[index] += velocity * value;
  }
}
