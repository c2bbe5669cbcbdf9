import { envelopeAt, type EnvelopeShape, fall } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { SawStack } from '../signal/oscillators.js';
import { hertzOf, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import { CONTROL_SAMPLES, type Tone } from './event.js';

const SHAPE: EnvelopeShape = { attack: 0.003, decay: 0.22, sustain: 0.35, release: 0.12 };

/** Short and bright: five saws a side, the filter shutting behind the stroke. */
export function playStab({ start, seconds, pitch, velocity, random }: Tone, out: Stereo): void {
  const increment = hertzOf(pitch) / SAMPLE_RATE;
  const end = Math.min(out.left.length, start + Math.round((seconds + SHAPE.release) * SAMPLE_RATE));
  for (const channel of [out.left, out.right]) {
    const saws = new SawStack(5, 16, () => random.next());
    const filter = new StateVariableFilter(1000);
    for (let index = start; index < end; index++) {
      const elapsed = (index - start) / SAMPLE_RATE;
      if ((index - start) % CONTROL_SAMPLES === 0) {
        filter.tune(900 + 6500 * velocity * fall(elapsed / 0.35), 0.8);
      }
      channel[index] +=
        0.25 * velocity * envelopeAt(SHAPE, elapsed, seconds) * filter.next(saws.next(increment)).low;
    }
  }
}
