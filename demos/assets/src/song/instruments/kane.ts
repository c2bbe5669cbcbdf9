import { strikeAt } from '../signal/envelopes.js';
import { Sine } from '../signal/oscillators.js';
import { panGains, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import type { Strike } from './event.js';

/** Partials of a small brass bowl, which fit no scale. */
const PARTIALS: readonly (readonly [hertz: number, level: number])[] = [
  [2093, 0.6],
  [3160, 1],
  [4485, 0.7],
  [5930, 0.45],
  [8120, 0.3],
];
const [LEFT, RIGHT] = panGains(0.4);

/** The festival's hand gong: rings when struck hard, is damped by the hand when struck softly. */
export function playKane({ start, velocity, random }: Strike, out: Stereo): void {
  const sines = PARTIALS.map(() => new Sine(random.next()));
  const decay = velocity > 0.6 ? 0.32 : 0.06;
  const end = Math.min(out.left.length, start + decay * SAMPLE_RATE);
  for (let index = start; index < end; index++) {
    const seconds = (index - start) / SAMPLE_RATE;
    let value = 0;
    for (let one = 0; one < sines.length; one++) {
      const [hertz, level] = PARTIALS[one];
      value += level * strikeAt(seconds, decay / (1 + 0.4 * one)) * sines[one].next(hertz / SAMPLE_RATE);
    }
    out.left[index] += 0.3 * velocity * LEFT * value;
    out.right[index] += 0.3 * velocity * RIGHT * value;
  }
}
