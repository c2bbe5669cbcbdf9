/** Sound is between −1 and 1. Louder samples are broken, and one of them would drown the whole song. */
const LOUDEST = 4;

/** Power spectra of a fixed number of samples, a power of two, seen through a Hann window. */
export class Spectrum {
  /** `size / 2`: the power at each frequency, from 0 to half the sample rate. */
  readonly power: Float64Array;
  readonly #size: number;
  readonly #window: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #order: Uint32Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.power = new Float64Array(size / 2);
    [this.#real, this.#imaginary] = [new Float64Array(size), new Float64Array(size)];
    const angle = (i: number): number => (2 * Math.PI * i) / size;
    this.#window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos(angle(i)));
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos(angle(i)));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin(angle(i)));
    const bits = Math.log2(size);
    this.#order = Uint32Array.from({ length: size }, (_, i) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
      return reversed;
    });
  }

  /**
   * Writes the power of the samples from `start` on. Samples beyond the ends are silent. O(size · log size).
   */
  update(samples: Float32Array, start: number): void {
    const [re, im] = [this.#real, this.#imaginary];
    for (let i = 0; i < this.#size; i++) {
      const from = this.#order[i];
      // beyond the ends undefined; a decoder may give NaN
      const sample = Math.min(Math.max(samples[start + from], -LOUDEST), LOUDEST) || 0;
      re[i] = sample * this.#window[from];
      im[i] = 0;
    }
    for (let half = 1; half < this.#size; half *= 2) this.#join(half);
    for (let i = 0; i < this.power.length; i++) this.power[i] = re[i] * re[i] + im[i] * im[i];
  }

  /** Joins pairs of transforms of `half` numbers. */
  #join(half: number): void {
    const [re, im] = [this.#real, this.#imaginary];
    const step = this.#size / (2 * half);
    for (let first = 0; first < this.#size; first += 2 * half) {
      for (let i = 0; i < half; i++) {
        const [a, b] = [first + i, first + i + half];
        const [cos, sin] = [this.#cosines[i * step], this.#sines[i * step]];
        const x = re[b] * cos - im[b] * sin;
        const y = re[b] * sin + im[b] * cos;
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
    }
  }
}
