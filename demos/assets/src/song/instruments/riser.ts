import { StateVariableFilter } from '../signal/filters.js';
import { Square } from '../signal/oscillators.js';
import { hertzOf, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import { CONTROL_SAMPLES, type Tone } from './event.js';

const CUT_SECONDS = 0.03;

/**
 * Wind that grows and climbs to the end of `seconds`, where it is cut; a tone climbs an octave to `pitch`
 * with it.
 */
export function playRiser({ start, seconds, pitch, velocity, random }: Tone, out: Stereo): void {
  const filters = [new StateVariableFilter(300, 1.6), new StateVariableFilter(300, 1.6)];
  const tone = new Square();
  const soft = new StateVariableFilter(1000);
  const end = Math.min(out.left.length, start + Math.round(seconds * SAMPLE_RATE));
  for (let index = start; index < end; index++) {
    const elapsed = (index - start) / SAMPLE_RATE;
    const place = elapsed / seconds;
    if ((index - start) % CONTROL_SAMPLES === 0) {
      for (const filter of filters) filter.tune(350 * 2 ** (4.5 * place), 1.6);
      soft.tune(500 + 3500 * place * place);
    }
    const level = velocity * place * place * Math.min(1, (seconds - elapsed) / CUT_SECONDS);
    const climbing = 0.13 * soft.next(tone.next(hertzOf(pitch - 12 + 12 * place) / SAMPLE_RATE)).low;
    out.left[index] += level * (filters[0].next(random.signed()).band + climbing);
    out.right[index] += level * (filters[1].next(random.signed()).band + climbing);
  }
}
