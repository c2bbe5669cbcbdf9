import { envelopeAt, type EnvelopeShape } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { SawStack, Sine, Square } from '../signal/oscillators.js';
import { SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import { bentHertz } from './bend.js';
import { CONTROL_SAMPLES, type Tone } from './event.js';

/** What the lead is mixed from. */
export interface LeadColour {
  /** Of the saws; they differ from left to right. */
  readonly saws: number;
  /** Of the square in the middle, an octave below. */
  readonly square: number;
  readonly cutoffHertz: number;
}

const SHAPE: EnvelopeShape = { attack: 0.006, decay: 0.5, sustain: 0.7, release: 0.14 };

/** Sings above the band: slides between joined notes, and trembles when it holds one. */
export function playLead(tone: Tone, { saws, square, cutoffHertz }: LeadColour, out: Stereo): void {
  const { start, seconds, velocity, random } = tone;
  const stacks = [new SawStack(3, 11, () => random.next()), new SawStack(3, 13, () => random.next())];
  const middle = new Square(random.next());
  const tremor = new Sine(random.next());
  const filters = [0, 1, 2].map(() => new StateVariableFilter(cutoffHertz));
  const end = Math.min(out.left.length, start + Math.round((seconds + SHAPE.release) * SAMPLE_RATE));
  let increment = 0;
  for (let index = start; index < end; index++) {
    const elapsed = (index - start) / SAMPLE_RATE;
    if ((index - start) % CONTROL_SAMPLES === 0) {
      increment = bentHertz(tone, elapsed, tremor) / SAMPLE_RATE;
      const open = 0.55 + 0.45 * Math.exp(-4 * elapsed);
      for (const filter of filters) filter.tune(cutoffHertz * open);
    }
    const level = 0.35 * velocity * envelopeAt(SHAPE, elapsed, seconds);
    const centre = square * filters[2].next(middle.next(increment / 2)).low;
    out.left[index] += level * (centre + saws * filters[0].next(stacks[0].next(increment)).low);
    out.right[index] += level * (centre + saws * filters[1].next(stacks[1].next(increment)).low);
  }
}
