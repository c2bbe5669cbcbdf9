import { MOUTH_SLOTS } from './visemes.js';
import type { VoiceAnalyser } from './voice-analyser.js';
import { VoiceSpectrum } from './voice-spectrum.js';
import { BINS, LOW_HERTZ, STEP_HERTZ, templateSet, vowelTemplates } from './vowel-templates.js';

/** Partials this much weaker than the loudest say nothing, in dB. */
const RANGE = 40;
/** How strongly the fit resists to tilt the spectrum. */
const STIFFNESS = 4.5;
/** A misfit that makes a vowel e times less likely, in dB². */
const TEMPERATURE = 3;
/** A voice stays the same: how much the misfits of the last seconds count beside the one of now. */
const LOYALTY = 2;
const LOYALTY_SECONDS = 0.7;
/** The gate is so far above the background, in dB, and the mouth fully open so far above the gate. */
const GATE = 9;
const OPENING = 8;
/**
 * A voice without pauses is its own background, as noise is; but it changes by so many dB, and noise does
 * not.
 */
const STEADY = 2;
/** There, the gate is so far below the loudest. */
const DEPTH = 15;
/**
 * The background never counts as softer than this. It grows, and the loudest fades, by so many dB a second.
 */
const SOFTEST = -62;
const ADAPTION = 1.5;
/** Both are those of the mean of so long. */
const MEAN_SECONDS = 0.1;

/**
 * Hears vowels. The partials of a voice are compared with what each vowel would be in several voices; the
 * best fit wins. It hears a whole band, too, and then it guesses.
 */
export class VowelHearing {
  /** By slot of the mouth, with the sum 0 to 1: how much it sounds like that vowel, and how loud it is. */
  readonly weights: Float64Array = new Float64Array(MOUTH_SLOTS.length);
  /** The voice is above the gate. */
  isVoiced: boolean = false;
  readonly #spectrum: VoiceSpectrum;
  readonly #templates = vowelTemplates();
  /** By template of a voice: the mean misfit of the last seconds, in dB². */
  readonly #past: Float64Array = new Float64Array(this.#templates[0].length);
  readonly #costs: Float64Array = new Float64Array(5);
  readonly #peaks: Int32Array = new Int32Array(BINS);
  readonly #shares: Float64Array = new Float64Array(BINS);
  readonly #octaves: Float64Array = Float64Array.from({ length: BINS }, (_, i) =>
    Math.log2((LOW_HERTZ + i * STEP_HERTZ) / 900),
  );
  #mean = SOFTEST;
  #background = SOFTEST;
  #loudest = SOFTEST;

  constructor(sampleRate: number) {
    this.#spectrum = new VoiceSpectrum(sampleRate);
  }

  /** Listens; `seconds` have passed since the last time. Allocates nothing. */
  update(analyser: VoiceAnalyser, seconds: number): void {
    const spectrum = this.#spectrum;
    spectrum.update(analyser);
    const openness = Math.min((spectrum.level - this.#adaptGate(spectrum.level, seconds)) / OPENING, 1);
    this.weights.fill(0);
    this.isVoiced = openness > 0;
    if (this.isVoiced) this.#match(openness, 1 - Math.exp(-seconds / LOYALTY_SECONDS));
  }

  /** Returns the level below which the mouth is shut, in dB. */
  #adaptGate(level: number, seconds: number): number {
    const change = ADAPTION * seconds;
    this.#mean += (1 - Math.exp(-seconds / MEAN_SECONDS)) * (Math.max(level, SOFTEST) - this.#mean);
    this.#background = Math.min(this.#background + change, this.#mean);
    this.#loudest = Math.max(this.#loudest - change, this.#mean);
    const gate = this.#background + GATE;
    return this.#loudest - this.#background > STEADY ? Math.min(gate, this.#loudest - DEPTH) : gate;
  }

  #match(openness: number, passed: number): void {
    const count = this.#findPeaks();
    const set = templateSet(this.#templates, LOW_HERTZ + STEP_HERTZ * this.#peaks[0]);
    const [past, costs] = [this.#past, this.#costs];
    let least = Infinity;
    for (let i = 0; i < past.length; i++) least = Math.min(least, past[i]);
    costs.fill(Infinity);
    for (let i = 0; i < set.length; i++) {
      const penalty = LOYALTY * (past[i] - least);
      let own = Infinity;
      for (let vowel = 0; vowel < costs.length; vowel++) {
        const misfit = this.#misfit(set[i][vowel], count);
        own = Math.min(own, misfit);
        costs[vowel] = Math.min(costs[vowel], misfit + penalty);
      }
      past[i] += passed * (own - past[i]);
    }
    this.#weigh(openness);
  }

  #weigh(openness: number): void {
    const [costs, weights] = [this.#costs, this.weights];
    let best = Infinity;
    let sum = 0;
    for (let i = 0; i < costs.length; i++) best = Math.min(best, costs[i]);
    for (let i = 0; i < costs.length; i++) sum += weights[i] = Math.exp((best - costs[i]) / TEMPERATURE);
    for (let i = 0; i < costs.length; i++) weights[i] *= openness / sum;
  }

  /** Finds the partials, and how much each counts. Returns their number. */
  #findPeaks(): number {
    const { levels } = this.#spectrum;
    let loudest = -Infinity;
    for (let i = 0; i < BINS; i++) loudest = Math.max(loudest, levels[i]);
    let count = 0;
    for (let i = 1; i < BINS - 1; i++) {
      const share = (levels[i] - loudest) / RANGE + 1;
      if (share <= 0 || levels[i] <= levels[i - 1] || levels[i] < levels[i + 1]) continue;
      this.#peaks[count] = i;
      this.#shares[count++] = share * share;
    }
    return count;
  }

  /**
   * The mean square of what remains between the partials and a template, in dB², once loudness and tilt are
   * fitted: weighted linear regression over octaves.
   */
  #misfit(template: Float32Array, count: number): number {
    const { levels } = this.#spectrum;
    let [w, wx, wy, wxx, wxy, wyy] = [1e-9, 0, 0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const peak = this.#peaks[i];
      const share = this.#shares[i];
      const x = this.#octaves[peak];
      const y = levels[peak] - template[peak];
      w += share;
      wx += share * x;
      wy += share * y;
      wxx += share * x * x;
      wxy += share * x * y;
      wyy += share * y * y;
    }
    const covariance = wxy - (wx * wy) / w;
    return (wyy - (wy * wy) / w - covariance ** 2 / (wxx - (wx * wx) / w + STIFFNESS)) / w;
  }
}
