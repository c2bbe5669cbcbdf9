import { envelopeAt, type EnvelopeShape, fall } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { Saw, Sine, Square } from '../signal/oscillators.js';
import { hertzOf, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import { CONTROL_SAMPLES, type Tone } from './event.js';

const SHAPE: EnvelopeShape = { attack: 0.004, decay: 0.25, sustain: 0.75, release: 0.06 };

/** Mono, so that nothing is lost on a single loudspeaker. */
export function playBass({ start, seconds, pitch, velocity }: Tone, out: Stereo): void {
  const [saw, square, sub] = [new Saw(), new Square(), new Sine()];
  const filters = [new StateVariableFilter(200, 0.9), new StateVariableFilter(200, 0.6)];
  const hertz = hertzOf(pitch);
  const increment = hertz / SAMPLE_RATE;
  const end = Math.min(out.left.length, start + Math.round((seconds + SHAPE.release) * SAMPLE_RATE));
  for (let index = start; index < end; index++) {
    const elapsed = (index - start) / SAMPLE_RATE;
    if ((index - start) % CONTROL_SAMPLES === 0) {
      const cutoff = 260 + 1700 * velocity * velocity * fall(elapsed / 0.28);
      filters[0].tune(cutoff, 0.9);
      filters[1].tune(cutoff, 0.6);
    }
    const raw = 0.6 * saw.next(increment) + 0.35 * square.next(increment);
    const bright = filters[1].next(filters[0].next(raw).low).low;
    const value = velocity * envelopeAt(SHAPE, elapsed, seconds) * (bright + 0.5 * sub.next(increment));
    out.left[index] += value;
    out.right[index] += value;
  }
}
