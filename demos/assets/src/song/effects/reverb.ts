import { OnePole } from '../signal/filters.js';
import { createStereo, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';

/** In samples, 29 to 78 ms, all prime, so that their echoes do not coincide. */
const LINES: readonly number[] = [1277, 1523, 1789, 2039, 2371, 2687, 3061, 3433];
/** The lengths in samples of the all-passes that diffuse the input, different for left and right. */
const SMEARS: readonly (readonly number[])[] = [
  [142, 379, 557],
  [157, 401, 523],
];
const SMEAR_GAIN = 0.6;
const PREDELAY_SAMPLES = 900;

export interface ReverbShape {
  /** The time in which the tail falls by 60 dB. */
  readonly seconds: number;
  /** The frequency above which the tail is shorter. */
  readonly dampingHertz: number;
}

/**
 * The sound of a hall alone, without what was sent into it: eight delay lines that feed each other.
 *
 * @see Jot, Chaigne: "Digital delay networks for designing artificial reverberators", 1991.
 */
export function reverb(dry: Stereo, { seconds, dampingHertz }: ReverbShape): Stereo {
  const wet = createStereo(dry.left.length);
  const lines = LINES.map((length) => new Float32Array(length));
  const gains = LINES.map((length) => 10 ** ((-3 * length) / (SAMPLE_RATE * seconds)));
  const damping = LINES.map(() => new OnePole(dampingHertz));
  const smears = SMEARS.map((lengths) => lengths.map((length) => new AllPass(length)));
  const places = LINES.map(() => 0);
  const returns = new Float64Array(LINES.length);
  for (let index = 0; index < dry.left.length; index++) {
    let left = index < PREDELAY_SAMPLES ? 0 : dry.left[index - PREDELAY_SAMPLES];
    let right = index < PREDELAY_SAMPLES ? 0 : dry.right[index - PREDELAY_SAMPLES];
    for (const smear of smears[0]) left = smear.next(left);
    for (const smear of smears[1]) right = smear.next(right);
    let sum = 0;
    for (let line = 0; line < LINES.length; line++) {
      returns[line] = damping[line].next(gains[line] * lines[line][places[line]]);
      sum += returns[line];
    }
    // Householder matrix: every line receives all others, and the energy is preserved.
    const shared = (2 / LINES.length) * sum;
    for (let line = 0; line < LINES.length; line++) {
      lines[line][places[line]] = returns[line] - shared + (line % 2 === 0 ? left : right);
      places[line] = places[line] + 1 < LINES[line] ? places[line] + 1 : 0;
    }
    wet.left[index] = 0.5 * (returns[0] - returns[2] + returns[4] - returns[6]);
    wet.right[index] = 0.5 * (returns[1] - returns[3] + returns[5] - returns[7]);
  }
  return wet;
}

class AllPass {
  readonly #line: Float32Array;
  #place = 0;

  constructor(length: number) {
    this.#line = new Float32Array(length);
  }

  next(input: number): number {
    const delayed = this.#line[this.#place];
    const fed = input + SMEAR_GAIN * delayed;
    this.#line[this.#place] = fed;
    this.#place = this.#place + 1 < this.#line.length ? this.#place + 1 : 0;
    return delayed - SMEAR_GAIN * fed;
  }
}
