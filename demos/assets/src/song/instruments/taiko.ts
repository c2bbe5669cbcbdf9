import { fall, strikeAt } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { Sine } from '../signal/oscillators.js';
import { SAMPLE_RATE, type Stereo, panGains } from '../signal/stereo.js';
import type { Strike } from './event.js';

interface Drum {
  readonly hertz: number;
  readonly decaySeconds: number;
  /** Noise of the stick on the skin. */
  readonly stick: number;
  readonly pan: number;
}

const TAIKO: Drum = { hertz: 82, decaySeconds: 0.55, stick: 0.5, pan: 0 };
const SHIME: Drum = { hertz: 390, decaySeconds: 0.13, stick: 0.7, pan: -0.35 };

/** Modes of a round skin: frequency, level and decay relative to the first. */
const MODES: readonly (readonly [ratio: number, level: number, decay: number])[] = [
  [1, 1, 1],
  [1.594, 0.45, 0.6],
  [2.136, 0.28, 0.4],
  [2.653, 0.18, 0.25],
];

/** The large one that is felt. */
export function playTaiko(strike: Strike, out: Stereo): void {
  playDrum(strike, TAIKO, out);
}

/** The small one, tightly laced, that answers. */
export function playShime(strike: Strike, out: Stereo): void {
  playDrum(strike, SHIME, out);
}

function playDrum({ start, velocity, random }: Strike, drum: Drum, out: Stereo): void {
  const modes = MODES.map(() => new Sine());
  const stick = new StateVariableFilter(Math.min(2400, 14 * drum.hertz), 0.9);
  const [left, right] = panGains(drum.pan);
  const end = Math.min(out.left.length, start + drum.decaySeconds * SAMPLE_RATE);
  for (let index = start; index < end; index++) {
    const seconds = (index - start) / SAMPLE_RATE;
    // A skin struck hard is stretched, and sounds higher until it has calmed down.
    const hertz = drum.hertz * (1 + 0.35 * velocity * fall(seconds / 0.09));
    let value = 1.4 * drum.stick * strikeAt(seconds, 0.03) * stick.next(random.signed()).band;
    for (let mode = 0; mode < modes.length; mode++) {
      const [ratio, level, decay] = MODES[mode];
      const ring = modes[mode].next((hertz * ratio) / SAMPLE_RATE);
      value += level * strikeAt(seconds, decay * drum.decaySeconds) * ring;
    }
    out.left[index] += 0.7 * velocity * left * value;
    out.right[index] += 0.7 * velocity * right * value;
  }
}
