import { strikeAt } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import type { Strike } from './event.js';

/** Several hands at slightly different times. The last clap has a short reverb. */
const HANDS: readonly (readonly [delay: number, decay: number, level: number])[] = [
  [0, 0.014, 0.9],
  [0.009, 0.014, 0.7],
  [0.019, 0.2, 1],
];

export function playClap({ start, velocity, random }: Strike, out: Stereo): void {
  for (const channel of [out.left, out.right]) {
    const palm = new StateVariableFilter(1250, 1.1);
    const air = new StateVariableFilter(700);
    const end = Math.min(channel.length, start + 0.22 * SAMPLE_RATE);
    for (let index = start; index < end; index++) {
      const seconds = (index - start) / SAMPLE_RATE;
      let level = 0;
      for (const [delay, decay, loudness] of HANDS) {
        if (seconds >= delay) level += loudness * strikeAt(seconds - delay, decay);
      }
      const noise = air.next(random.signed()).high;
      channel[index] += velocity * level * (1.1 * palm.next(noise).band + 0.22 * noise);
    }
  }
}
