import { strikeAt } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { Sine } from '../signal/oscillators.js';
import { SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import type { Strike } from './event.js';

const SECONDS = 0.24;

/** Two tones of the skin in the middle, and the wires, noise that differs from left to right. */
export function playSnare({ start, velocity, random }: Strike, out: Stereo): void {
  const [skin, rim] = [new Sine(), new Sine()];
  const wires = [new StateVariableFilter(1900), new StateVariableFilter(1900)];
  const end = Math.min(out.left.length, start + SECONDS * SAMPLE_RATE);
  for (let index = start; index < end; index++) {
    const seconds = (index - start) / SAMPLE_RATE;
    const bend = 1 + 0.4 * strikeAt(seconds, 0.03);
    const tone =
      0.6 * strikeAt(seconds, 0.13) * skin.next((196 * bend) / SAMPLE_RATE) +
      0.3 * strikeAt(seconds, 0.09) * rim.next((331 * bend) / SAMPLE_RATE);
    const level = 0.5 * strikeAt(seconds, SECONDS) + 0.35 * strikeAt(seconds, 0.03);
    const common = random.signed();
    const [left, right] = wires.map((wire) => wire.next(0.7 * common + 0.5 * random.signed()).high);
    out.left[index] += velocity * pressed(tone + level * left);
    out.right[index] += velocity * pressed(tone + level * right);
  }
}

/** Soft clipping, which makes the snare loud without high peaks. */
function pressed(value: number): number {
  return 0.7 * Math.tanh(1.6 * value);
}
