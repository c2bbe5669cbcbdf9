import { type VoiceAnalyser, WINDOW_SECONDS } from './voice-analyser.js';
import { BINS, LOW_HERTZ, STEP_HERTZ } from './vowel-templates.js';

/** Samples are added up until there are about so many in a second. */
const RATE = 22050;

/**
 * The newest 22 ms of a voice as levels. It takes the samples, not the spectrum of the analyser: so it
 * depends neither on `fftSize` and `smoothingTimeConstant` nor on who else reads the analyser.
 */
export class VoiceSpectrum {
  /** At all frequencies of the templates, in dB; 0 is a full sine. */
  readonly levels: Float64Array = new Float64Array(BINS);
  /** Of all of them together, in dB. */
  level: number = -Infinity;
  readonly #stride: number;
  readonly #window: Float64Array;
  readonly #coefficients: Float64Array;
  readonly #voice: Float64Array;
  #samples: Float32Array<ArrayBuffer> = new Float32Array();

  constructor(sampleRate: number) {
    const stride = (this.#stride = Math.max(Math.round(sampleRate / RATE), 1));
    const rate = sampleRate / stride;
    const length = Math.floor(WINDOW_SECONDS * rate);
    // Its top is near its end: the newest sound counts most.
    const shape = Float64Array.from(
      { length },
      (_, i) => Math.sin(Math.PI * ((i + 0.5) / length) ** 2.4) ** 2,
    );
    const sum = stride * shape.reduce((total, each) => total + each);
    this.#window = shape.map((each) => (2 * each) / sum);
    this.#voice = new Float64Array(length);
    this.#coefficients = Float64Array.from(
      { length: BINS },
      (_, i) => 2 * Math.cos((2 * Math.PI * (LOW_HERTZ + i * STEP_HERTZ)) / rate),
    );
  }

  /** Allocates nothing, unless `fftSize` has changed. O(frequencies · samples), about 0.12 ms. */
  update(analyser: VoiceAnalyser): void {
    if (this.#samples.length !== analyser.fftSize) this.#samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(this.#samples);
    this.#takeNewest();
    let power = 0;
    for (let i = 0; i < BINS; i++) {
      const each = this.#powerAt(this.#coefficients[i]);
      this.levels[i] = 10 * Math.log10(each + 1e-12);
      power += each;
    }
    this.level = 10 * Math.log10(power + 1e-12);
  }

  #takeNewest(): void {
    const [voice, samples, stride] = [this.#voice, this.#samples, this.#stride];
    const start = samples.length - voice.length * stride;
    for (let i = 0; i < voice.length; i++) {
      let sum = 0;
      for (let k = 0; k < stride; k++) sum += samples[start + i * stride + k] || 0;
      voice[i] = sum * this.#window[i];
    }
  }

  /** Goertzel's recursion: the power at the frequency whose cosine, doubled, is `coefficient`. */
  #powerAt(coefficient: number): number {
    const voice = this.#voice;
    let last = 0;
    let before = 0;
    for (let i = 0; i < voice.length; i++) {
      const next = voice[i] + coefficient * last - before;
      before = last;
      last = next;
    }
    return Math.max(last * last + before * before - coefficient * last * before, 0);
  }
}
