import { envelopeAt, type EnvelopeShape } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { SawStack } from '../signal/oscillators.js';
import { hertzOf, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import { CONTROL_SAMPLES, type Tone } from './event.js';

const SHAPE: EnvelopeShape = { attack: 0.09, decay: 0.8, sustain: 0.8, release: 0.35 };

/**
 * Warm and wide: three saws a side, behind a filter that opens from `fromHertz` to `toHertz` while it is
 * held.
 */
export function playPad(
  { start, seconds, pitch, velocity, random }: Tone,
  fromHertz: number,
  toHertz: number,
  out: Stereo,
): void {
  const increment = hertzOf(pitch) / SAMPLE_RATE;
  const end = Math.min(out.left.length, start + Math.round((seconds + SHAPE.release) * SAMPLE_RATE));
  for (const channel of [out.left, out.right]) {
    const saws = new SawStack(3, 9, () => random.next());
    const filter = new StateVariableFilter(fromHertz);
    for (let index = start; index < end; index++) {
      const elapsed = (index - start) / SAMPLE_RATE;
      if ((index - start) % CONTROL_SAMPLES === 0) {
        filter.tune(fromHertz * (toHertz / fromHertz) ** Math.min(1, elapsed / seconds));
      }
      channel[index] +=
        0.3 * velocity * envelopeAt(SHAPE, elapsed, seconds) * filter.next(saws.next(increment)).low;
    }
  }
}
