/**
 * What to take from a waveform that falls by 2 where `phase` wraps, to round the corner off below half the
 * sample rate.
 *
 * Zero but for the sample on either side of the wrap. `increment` is the phase per sample, in turns.
 *
 * @see Välimäki, Pekonen, Nam: "Perceptually informed synthesis of bandlimited classical waveforms", 2012
 * (PolyBLEP).
 */
export function polyBlep(phase: number, increment: number): number {
  if (phase < increment) {
    const after = phase / increment;
    return after + after - after * after - 1;
  }
  if (phase > 1 - increment) {
    const before = (phase - 1) / increment;
    return before * before + before + before + 1;
  }
  return 0;
}

/** Rises from -1 to 1 once a turn. */
export class Saw {
  #phase: number;

  constructor(phase = 0) {
    this.#phase = phase;
  }

  next(increment: number): number {
    const phase = this.#phase;
    this.#phase = phase + increment < 1 ? phase + increment : phase + increment - 1;
    return 2 * phase - 1 - polyBlep(phase, increment);
  }
}

/** 1 for the first half of a turn, -1 for the second. */
export class Square {
  #phase: number;

  constructor(phase = 0) {
    this.#phase = phase;
  }

  next(increment: number): number {
    const phase = this.#phase;
    this.#phase = phase + increment < 1 ? phase + increment : phase + increment - 1;
    const half = phase < 0.5 ? phase + 0.5 : phase - 0.5;
    return (phase < 0.5 ? 1 : -1) + polyBlep(phase, increment) - polyBlep(half, increment);
  }
}

/** A sine whose frequency may change from sample to sample without a step. */
export class Sine {
  #phase: number;

  constructor(phase = 0) {
    this.#phase = phase;
  }

  /** `shift` in turns is added to the phase of this one sample: phase modulation. */
  next(increment: number, shift = 0): number {
    const phase = this.#phase;
    this.#phase = phase + increment - Math.floor(phase + increment);
    return Math.sin(2 * Math.PI * (phase + shift));
  }
}

/** Saws a little out of tune with each other, in the middle of their number the one that is in tune. */
export class SawStack {
  readonly #saws: Saw[];
  readonly #ratios: number[];
  readonly #gain: number;

  /**
   * `cents` from the middle to either end; `phaseOf` is called once for each saw, where in its turn it
   * starts.
   */
  constructor(count: number, cents: number, phaseOf: () => number) {
    this.#saws = Array.from({ length: count }, () => new Saw(phaseOf()));
    this.#ratios = this.#saws.map((_, index) => {
      const place = count === 1 ? 0 : (2 * index) / (count - 1) - 1;
      return 2 ** ((place * cents) / 1200);
    });
    this.#gain = 1 / Math.sqrt(count); // they are not in phase: powers add
  }

  next(increment: number): number {
    let sum = 0;
    for (let index = 0; index < this.#saws.length; index++) {
      sum += this.#saws[index].next(increment * this.#ratios[index]);
    }
    return sum * this.#gain;
  }
}
