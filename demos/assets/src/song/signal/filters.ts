import { SAMPLE_RATE } from './stereo.js';

/**
 * State variable filter of second order, stable while its cutoff moves.
 *
 * After `next`, `low`, `band` (1 at the cutoff) and `high` hold the three outputs.
 *
 * @see Simper: "Solving the continuous SVF equations using trapezoidal integration", 2013.
 */
export class StateVariableFilter {
  low = 0;
  band = 0;
  high = 0;
  #damping = 1;
  #a1 = 0;
  #a2 = 0;
  #a3 = 0;
  #first = 0;
  #second = 0;

  constructor(hertz: number, quality: number = Math.SQRT1_2) {
    this.tune(hertz, quality);
  }

  tune(hertz: number, quality: number = Math.SQRT1_2): void {
    const g = Math.tan((Math.PI * Math.min(hertz, 0.45 * SAMPLE_RATE)) / SAMPLE_RATE);
    this.#damping = 1 / quality;
    this.#a1 = 1 / (1 + g * (g + this.#damping));
    this.#a2 = g * this.#a1;
    this.#a3 = g * this.#a2;
  }

  next(input: number): this {
    const rest = input - this.#second;
    const band = this.#a1 * this.#first + this.#a2 * rest;
    this.low = this.#second + this.#a2 * this.#first + this.#a3 * rest;
    this.#first = 2 * band - this.#first;
    this.#second = 2 * this.low - this.#second;
    this.band = this.#damping * band;
    this.high = input - this.band - this.low;
    return this;
  }
}

/** Low pass of first order: 6 dB an octave, no overshoot. */
export class OnePole {
  #value = 0;
  readonly #share: number;

  constructor(hertz: number) {
    this.#share = 1 - Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE);
  }

  next(input: number): number {
    this.#value += this.#share * (input - this.#value);
    return this.#value;
  }
}

/** Takes away what lies below `hertz`, 12 dB an octave, in place. */
export function highPass(hertz: number, out: Float32Array): Float32Array {
  const filter = new StateVariableFilter(hertz);
  for (let index = 0; index < out.length; index++) out[index] = filter.next(out[index]).high;
  return out;
}
