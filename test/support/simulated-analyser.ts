/** How a simulated analyser works; the names are those of the Web Audio API. */
export interface AnalyserSettings {
  readonly sampleRate?: number;
  readonly fftSize?: number;
  readonly smoothingTimeConstant?: number;
  readonly minDecibels?: number;
  readonly maxDecibels?: number;
}

/** A context renders that many samples at once. */
const QUANTUM = 128;

/**
 * An `AnalyserNode` over samples that are known beforehand, by the rules of the Web Audio API: the newest
 * samples through a Blackman window, smoothed from call to call, in decibels.
 *
 * @see https://www.w3.org/TR/webaudio/#fft-windowing-and-smoothing-over-time
 */
export class SimulatedAnalyser {
  readonly fftSize: number;
  readonly frequencyBinCount: number;
  readonly smoothingTimeConstant: number;
  readonly minDecibels: number;
  readonly maxDecibels: number;
  readonly context: { readonly sampleRate: number; currentTime: number };
  readonly #samples: Float32Array;
  readonly #smoothed: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  #lastEnd = -1;

  constructor(samples: Float32Array, settings: AnalyserSettings = {}) {
    const { sampleRate = 44100, fftSize = 2048, smoothingTimeConstant = 0.8 } = settings;
    this.#samples = samples;
    this.fftSize = fftSize;
    this.frequencyBinCount = fftSize / 2;
    this.smoothingTimeConstant = smoothingTimeConstant;
    this.minDecibels = settings.minDecibels ?? -100;
    this.maxDecibels = settings.maxDecibels ?? -30;
    this.context = { sampleRate, currentTime: 0 };
    this.#smoothed = new Float64Array(this.frequencyBinCount);
    this.#real = new Float64Array(fftSize);
    this.#imaginary = new Float64Array(fftSize);
  }

  getFloatTimeDomainData(out: Float32Array): void {
    const start = this.#end - this.fftSize;
    for (let i = 0; i < Math.min(out.length, this.fftSize); i++) out[i] = this.#samples[start + i] ?? 0;
  }

  getFloatFrequencyData(out: Float32Array): void {
    this.#update();
    const count = Math.min(out.length, this.frequencyBinCount);
    for (let i = 0; i < count; i++) out[i] = 20 * Math.log10(this.#smoothed[i]);
  }

  getByteFrequencyData(out: Uint8Array): void {
    this.#update();
    const { minDecibels: min, maxDecibels: max } = this;
    for (let i = 0; i < Math.min(out.length, this.frequencyBinCount); i++) {
      const level = Math.floor((255 / (max - min)) * (20 * Math.log10(this.#smoothed[i]) - min));
      out[i] = Math.min(Math.max(level, 0), 255);
    }
  }

  /** The sample before which the context has rendered. */
  get #end(): number {
    const { currentTime, sampleRate } = this.context;
    return Math.floor((currentTime * sampleRate) / QUANTUM) * QUANTUM;
  }

  /** Smooths once per quantum, however often it is asked. */
  #update(): void {
    const [end, size, tau] = [this.#end, this.fftSize, this.smoothingTimeConstant];
    if (end === this.#lastEnd) return;
    this.#lastEnd = end;
    for (let i = 0; i < size; i++) {
      const angle = (2 * Math.PI * i) / size;
      const window = 0.42 - 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle);
      this.#real[i] = (this.#samples[end - size + i] ?? 0) * window;
      this.#imaginary[i] = 0;
    }
    transform(this.#real, this.#imaginary);
    for (let i = 0; i < this.#smoothed.length; i++) {
      const magnitude = Math.hypot(this.#real[i], this.#imaginary[i]) / size;
      this.#smoothed[i] = tau * this.#smoothed[i] + (1 - tau) * magnitude;
    }
  }
}

/** The discrete Fourier transform in place; the length is a power of two. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j], real[i]];
    [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
  }
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      const [cos, sin] = [Math.cos((Math.PI * k) / half), -Math.sin((Math.PI * k) / half)];
      for (let a = k; a < size; a += 2 * half) {
        const b = a + half;
        const x = real[b] * cos - imaginary[b] * sin;
        const y = real[b] * sin + imaginary[b] * cos;
        [real[b], imaginary[b]] = [real[a] - x, imaginary[a] - y];
        [real[a], imaginary[a]] = [real[a] + x, imaginary[a] + y];
      }
    }
  }
}
