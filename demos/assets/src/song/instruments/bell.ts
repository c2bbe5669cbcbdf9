import { fall, strikeAt } from '../signal/envelopes.js';
import { Sine } from '../signal/oscillators.js';
import { hertzOf, panGains, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import type { Tone } from './event.js';

const SECONDS = 1.3;

/** A small bell: a sine whose phase is shaken by another 3.5 times as high, less and less. */
export function playBell({ start, pitch, velocity, pan = 0 }: Tone, out: Stereo): void {
  const [carrier, shaker] = [new Sine(), new Sine()];
  const increment = hertzOf(pitch) / SAMPLE_RATE;
  const [left, right] = panGains(pan);
  const end = Math.min(out.left.length, start + SECONDS * SAMPLE_RATE);
  for (let index = start; index < end; index++) {
    const seconds = (index - start) / SAMPLE_RATE;
    const shift = 0.22 * velocity * fall(seconds / 0.5) * shaker.next(3.5 * increment);
    const value = 0.4 * velocity * strikeAt(seconds, SECONDS) * carrier.next(increment, shift);
    out.left[index] += left * value;
    out.right[index] += right * value;
  }
}
