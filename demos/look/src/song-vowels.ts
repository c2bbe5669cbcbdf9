import type { VowelWeights } from './lips.js';

/**
 * The two resonances (formants) of each vowel in Hz, in the order あ い う え お: rounded values of a female
 * voice.
 */
export const FORMANTS: readonly (readonly [first: number, second: number])[] = [
  [900, 1500],
  [330, 2700],
  [380, 1350],
  [560, 2200],
  [520, 950],
];
/** How sharply vowels are distinguished, in octaves. */
const WIDTH = 0.28;
const FIRST_BAND = [250, 1000] as const;
const SECOND_BAND = [850, 3000] as const;
/** The mean levels, 0 to 255, at which the mouth begins to open and at which it is fully open. */
const QUIET = 110;
const LOUD = 165;
/** The bytes of an analyser cover 70 decibels. Ten decibels are a factor of ten in power. */
const POWER_PER_LEVEL = ((70 / 255) * Math.LN10) / 10;

/**
 * The weight of each vowel for two resonances in Hz: weights by nearness with the sum 1, times `openness`.
 *
 * @example
 * vowelsAt(900, 1500, 1, out); // → mostly あ
 */
export function vowelsAt(first: number, second: number, openness: number, out: VowelWeights): VowelWeights {
  let sum = 0;
  for (let i = 0; i < out.length; i++) {
    const a = Math.log2(first / FORMANTS[i][0]) / WIDTH;
    const b = Math.log2(second / FORMANTS[i][1]) / WIDTH;
    out[i] = Math.exp(-(a * a + b * b) / 2);
    sum += out[i];
  }
  for (let i = 0; i < out.length; i++) out[i] *= sum > 0 ? openness / sum : 0;
  return out;
}

/**
 * Lip sync from the sound of a song. The loudness at the frequencies of voices opens the mouth; the centres
 * of power in two bands choose the vowel.
 *
 * It hears the whole band of instruments too, and does not recognise words.
 */
export class SongVowels {
  readonly #analyser: AnalyserNode;
  readonly #levels: Uint8Array<ArrayBuffer>;
  readonly #hertz: number;

  constructor(song: HTMLAudioElement, context: AudioContext) {
    this.#analyser = context.createAnalyser();
    this.#analyser.fftSize = 2048;
    this.#analyser.smoothingTimeConstant = 0.5;
    this.#levels = new Uint8Array(this.#analyser.frequencyBinCount);
    this.#hertz = context.sampleRate / this.#analyser.fftSize;
    context.createMediaElementSource(song).connect(this.#analyser).connect(context.destination);
  }

  /** Allocates nothing. */
  read(out: VowelWeights): VowelWeights {
    this.#analyser.getByteFrequencyData(this.#levels);
    const level = this.#mean(FIRST_BAND[0], SECOND_BAND[1]);
    const openness = Math.min(Math.max((level - QUIET) / (LOUD - QUIET), 0), 1);
    return vowelsAt(this.#middle(...FIRST_BAND), this.#middle(...SECOND_BAND), openness, out);
  }

  #mean(from: number, to: number): number {
    const [first, last] = [this.#bin(from), this.#bin(to)];
    let sum = 0;
    for (let i = first; i <= last; i++) sum += this.#levels[i];
    return sum / (last - first + 1);
  }

  /** The centre of power of a band, in Hz. */
  #middle(from: number, to: number): number {
    let weights = 0;
    let sum = 0;
    for (let i = this.#bin(from); i <= this.#bin(to); i++) {
      const power = Math.exp(POWER_PER_LEVEL * this.#levels[i]);
      weights += power;
      sum += power * i;
    }
    return (sum / weights) * this.#hertz;
  }

  #bin(frequency: number): number {
    return Math.round(frequency / this.#hertz);
  }
}
