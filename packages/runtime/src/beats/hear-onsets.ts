import { Spectrum } from './spectrum.js';

/** Runs a small part of long work; lets the page draw between two parts. */
export type Run = <T>(step: () => T) => Promise<T>;

/** How much louder a song becomes at evenly spaced moments. */
export interface Onsets {
  /** Moments a second. */
  readonly rate: number;
  /** In all frequencies together: relative to its surroundings, 0 or more, mostly below 5. */
  readonly all: Float64Array;
  /** In the bass: drums and bass lines. */
  readonly low: Float64Array;
  /** How loud the song is: 1 = as its loudest moment. */
  readonly loudness: Float64Array;
  /** `12 * moments`: how loud the tones of the octave are, for chords. */
  readonly tones: Float32Array;
}

const WINDOW_SECONDS = 0.046;
const HOPS = 4;
/** Edges of the bands, in Hz: each a third of an octave or so, as ears hear. */
const LOWEST = 40;
const BANDS = 24;
const BASS_BANDS = 5;
const HIGHEST = 5000;
/** Tones of the octave, and the Hz between which chords are heard. */
export const TONES = 12;
const LOWEST_TONE = 220;
const HIGHEST_TONE = 1800;
/** A sound this much weaker than the loudest of its band does not count. */
const FLOOR = 1e-4;
/** Seconds around a moment that are its surroundings. */
const SURROUNDINGS = 0.4;

/** Listens to a song. Each moment is a step. O(samples · log(window)). */
export async function hearOnsets(samples: Float32Array, sampleRate: number, run: Run): Promise<Onsets> {
  const size = 2 ** Math.round(Math.log2(WINDOW_SECONDS * sampleRate));
  const hop = size / HOPS;
  const count = Math.ceil(samples.length / hop);
  const edges = Array.from({ length: BANDS + 1 }, (_, i) =>
    Math.round((LOWEST * (HIGHEST / LOWEST) ** (i / BANDS) * size) / sampleRate),
  );
  const spectrum = new Spectrum(size);
  const powers = new Float32Array(BANDS * count);
  const tones = new Float32Array(TONES * count);
  const toneOf = tonesOfBins(size, sampleRate);
  const hear = (i: number): void => {
    spectrum.update(samples, i * hop - size / 2);
    for (let band = 0; band < BANDS; band++) {
      const [from, to] = [edges[band], Math.max(edges[band + 1], edges[band] + 1)];
      let sum = 0;
      for (let k = from; k < to; k++) sum += spectrum.power[k] || 0;
      powers[BANDS * i + band] = sum;
    }
    for (let k = 0; k < toneOf.length; k++)
      if (toneOf[k] < TONES) tones[TONES * i + toneOf[k]] += Math.sqrt(spectrum.power[k]);
  };
  for (let i = 0; i < count; i++) await run(() => hear(i));
  const loudness = await run(() => loudnessOf(powers));
  await run(() => toDecibels(powers));
  const rate = sampleRate / hop;
  const reach = Math.round(SURROUNDINGS * rate);
  return {
    rate,
    all: standOut(rises(powers, 0, BANDS), reach),
    low: standOut(rises(powers, 0, BASS_BANDS), reach),
    loudness,
    tones,
  };
}

/**
 * The tone of the octave for each frequency of a spectrum, 0 to 11; 12 where tones are too low to be
 * distinguished or too high.
 */
function tonesOfBins(size: number, sampleRate: number): Uint8Array {
  return Uint8Array.from({ length: size / 2 }, (_, k) => {
    const hertz = (k * sampleRate) / size;
    if (hertz < LOWEST_TONE || hertz > HIGHEST_TONE) return TONES;
    const tone = Math.round(TONES * Math.log2(hertz / LOWEST_TONE));
    return tone % TONES;
  });
}

/** The amplitude of all bands together, against that of the loudest moment. */
function loudnessOf(powers: Float32Array): Float64Array {
  const loudness = Float64Array.from({ length: powers.length / BANDS }, (_, i) => {
    let sum = 0;
    for (let k = BANDS * i; k < BANDS * (i + 1); k++) sum += powers[k];
    return Math.sqrt(sum);
  });
  const most = loudness.reduce((max, value) => Math.max(max, value), 0);
  return most > 0 ? loudness.map((value) => value / most) : loudness;
}

/** Powers become logarithms, of each band relative to its loudest moment. */
function toDecibels(loudness: Float32Array): void {
  const most = new Float64Array(BANDS);
  for (let i = 0; i < loudness.length; i++) most[i % BANDS] = Math.max(most[i % BANDS], loudness[i]);
  for (let i = 0; i < loudness.length; i++) {
    const peak = most[i % BANDS];
    loudness[i] = peak > 0 ? Math.log10(loudness[i] / peak + FLOOR) : 0;
  }
}

/** By how much bands become louder from the second last moment to each moment, together. */
function rises(loudness: Float32Array, from: number, to: number): Float64Array {
  return Float64Array.from({ length: loudness.length / BANDS }, (_, i) => {
    let sum = 0;
    const before = Math.max(i - 2, 0);
    for (let band = from; band < to; band++) {
      sum += Math.max(loudness[BANDS * i + band] - loudness[BANDS * before + band], 0);
    }
    return sum;
  });
}

/** How much values are above the mean of their surroundings, in units of their spread over the whole song. */
function standOut(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i] + values[i];
  const above = values.map((value, i) => {
    const [from, to] = [Math.max(i - reach, 0), Math.min(i + reach + 1, values.length)];
    return Math.max(value - (sums[to] - sums[from]) / (to - from), 0);
  });
  const spread = Math.sqrt(above.reduce((sum, value) => sum + value * value, 0) / (above.length || 1));
  return spread > 0 ? above.map((value) => value / spread) : above;
}
