import type { Vowel } from '../line-notation.js';
import { envelopeAt, type EnvelopeShape } from '../signal/envelopes.js';
import { OnePole, StateVariableFilter } from '../signal/filters.js';
import { Saw, Sine } from '../signal/oscillators.js';
import { hertzOf, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import { bentHertz } from './bend.js';
import { CONTROL_SAMPLES, type Tone } from './event.js';

export interface SungTone extends Tone {
  readonly vowel: Vowel;
  /** The previous vowel, if the mouth did not close. */
  readonly fromVowel?: Vowel;
}

/** Resonances of a woman's mouth in hertz, for each vowel of Japanese. */
const FORMANTS: Record<Vowel, readonly number[]> = {
  あ: [850, 1350, 2900, 4100],
  い: [330, 2750, 3400, 4300],
  う: [380, 1450, 2750, 4000],
  え: [520, 2300, 3000, 4200],
  お: [500, 880, 2850, 4000],
};
/** The cutoff above the highest formant. */
const HIGHEST_HERTZ = 5000;
const BUZZ_HERTZ = 2600;
const LEVELS: readonly number[] = [1, 0.55, 0.32, 0.16];
const QUALITIES: readonly number[] = [5, 9, 12, 14];
const SHAPE: EnvelopeShape = { attack: 0.025, decay: 0.4, sustain: 0.8, release: 0.09 };
const MOUTH_SECONDS = 0.05;

/**
 * A singing machine: a buzz, some breath, and the four resonances of a mouth that moves from vowel to vowel.
 */
export function playVoice(tone: SungTone, out: Stereo): void {
  const { start, seconds, pitch, velocity, random, vowel, fromVowel = 'う' } = tone;
  const throat = new Saw(random.next());
  const soft = new OnePole(BUZZ_HERTZ);
  const tremor = new Sine(random.next());
  const mouth = FORMANTS[vowel].map((hertz) => new StateVariableFilter(hertz));
  const end = Math.min(out.left.length, start + Math.round((seconds + SHAPE.release) * SAMPLE_RATE));
  const even = velocity * evenGain(vowel, hertzOf(pitch));
  let increment = 0;
  for (let index = start; index < end; index++) {
    const elapsed = (index - start) / SAMPLE_RATE;
    if ((index - start) % CONTROL_SAMPLES === 0) {
      const hertz = bentHertz(tone, elapsed, tremor);
      increment = hertz / SAMPLE_RATE;
      const moved = 1 - Math.exp(-elapsed / MOUTH_SECONDS);
      mouth.forEach((filter, one) => {
        const formant =
          formantOf(fromVowel, one, hertz) ** (1 - moved) * formantOf(vowel, one, hertz) ** moved;
        filter.tune(formant, QUALITIES[one]);
      });
    }
    const buzz = soft.next(throat.next(increment)) + 0.02 * random.signed();
    let value = 0.12 * buzz;
    for (let one = 0; one < mouth.length; one++) value += LEVELS[one] * mouth[one].next(buzz).band;
    value *= even * envelopeAt(SHAPE, elapsed, seconds);
    out.left[index] += value;
    out.right[index] += value;
  }
}

/** Singers open the mouth further for high notes: a resonance below the note would swallow it. */
function formantOf(vowel: Vowel, index: number, hertz: number): number {
  return Math.max(FORMANTS[vowel][index], 1.05 * hertz);
}

/**
 * The gain that makes all vowels equally loud at all pitches. A note at a resonance would otherwise be 10 dB
 * louder.
 *
 * The power of a tone behind the filters is the sum, over its overtones, of the saw's (1 / number)² through a
 * low pass of first order and four band passes.
 */
function evenGain(vowel: Vowel, hertz: number): number {
  let power = 0;
  for (let number = 1; number * hertz < HIGHEST_HERTZ; number++) {
    const source = 1 / (number * Math.hypot(1, (number * hertz) / BUZZ_HERTZ));
    for (let index = 0; index < LEVELS.length; index++) {
      const ratio = (number * hertz) / formantOf(vowel, index, hertz);
      const width = ratio / QUALITIES[index];
      power += (source * LEVELS[index] * width) ** 2 / ((1 - ratio * ratio) ** 2 + width * width);
    }
  }
  return 0.36 / Math.sqrt(power);
}
