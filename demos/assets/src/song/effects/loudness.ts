import { SAMPLE_RATE, type Stereo } from '../signal/stereo.js';

const BLOCK_SAMPLES: number = 0.4 * SAMPLE_RATE;
const HOP_SAMPLES: number = BLOCK_SAMPLES / 4;
const SILENCE_LUFS = -70;
const GATE_DECIBELS = -10;

/**
 * Loudness of a whole piece in LUFS: what broadcasters and streaming services set levels by. -Infinity for
 * silence.
 *
 * @see ITU-R BS.1770-4: K-weighting, blocks of 400 ms of which three quarters overlap, two gates.
 * @example
 * loudness(sine); // of 997 Hz, full scale, one channel → -3.01
 */
export function loudness({ left, right }: Stereo): number {
  const weighted = [weight(left), weight(right)];
  const powers: number[] = [];
  for (let start = 0; start + BLOCK_SAMPLES <= left.length; start += HOP_SAMPLES) {
    powers.push(weighted.reduce((sum, channel) => sum + meanSquare(channel, start), 0));
  }
  const audible = powers.filter((power) => lufsOf(power) > SILENCE_LUFS);
  const gate = lufsOf(mean(audible)) + GATE_DECIBELS;
  return lufsOf(mean(audible.filter((power) => lufsOf(power) > gate)));
}

function lufsOf(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function meanSquare(channel: Float32Array, start: number): number {
  let sum = 0;
  for (let index = start; index < start + BLOCK_SAMPLES; index++) sum += channel[index] ** 2;
  return sum / BLOCK_SAMPLES;
}

/** What the head does to a sound (a shelf), and what the ear does not hear (a high pass). */
function weight(channel: Float32Array): Float32Array {
  return biquad(HIGH_PASS, biquad(SHELF, channel));
}

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * The standard gives coefficients at 48 kHz only. These are the analogue filters they were made from.
 *
 * @see De Man: "Evaluation of implementations of the EBU R128 loudness measurement", 2018; as in libebur128.
 */
const SHELF: Biquad = /* @__PURE__ */ shelf(1681.974450955533, 3.999843853973347, 0.7071752369554196);
const HIGH_PASS: Biquad = /* @__PURE__ */ highPass(38.13547087602444, 0.5003270373238773);

function shelf(hertz: number, decibels: number, quality: number): Biquad {
  const k = Math.tan((Math.PI * hertz) / SAMPLE_RATE);
  const high = 10 ** (decibels / 20);
  const middle = high ** 0.4996667741545416;
  const scale = 1 / (1 + k / quality + k * k);
  return {
    b: [
      scale * (high + (middle * k) / quality + k * k),
      scale * 2 * (k * k - high),
      scale * (high - (middle * k) / quality + k * k),
    ],
    a: [scale * 2 * (k * k - 1), scale * (1 - k / quality + k * k)],
  };
}

function highPass(hertz: number, quality: number): Biquad {
  const k = Math.tan((Math.PI * hertz) / SAMPLE_RATE);
  const scale = 1 / (1 + k / quality + k * k);
  return { b: [1, -2, 1], a: [scale * 2 * (k * k - 1), scale * (1 - k / quality + k * k)] };
}

function biquad({ b, a }: Biquad, channel: Float32Array): Float32Array {
  let [first, second] = [0, 0];
  return channel.map((input) => {
    const output = b[0] * input + first;
    first = b[1] * input - a[0] * output + second;
    second = b[2] * input - a[1] * output;
    return output;
  });
}
