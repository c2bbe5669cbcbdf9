import type { Run } from '../beats/hear-onsets.js';
import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Accent } from './find-accents.js';

/*
 * Most dances are made for a song of one tempo. Their accents are then the waves of a spectrum: a wave of a
 * beat, and one of half a beat.
 */

/** Beats a second. */
const SLOWEST = 40 / 60;
const FASTEST = 240 / 60;
/** People hear beats of about this length, and rather double or halve others: octaves of that preference. */
const PREFERRED = 0.5;
const PREFERENCE = 0.8;
/** Waves for each wave that the length of the dance can tell apart. */
const FINENESS = 8;
/** How strong the waves of a steady dance are: 1.5 if all accents are on beats. */
const LEAST = 0.24;
/** How much half beats count. */
const HALF = 0.5;
/** The part of a beat by which the first beat may be before the motion: accents are seen a bit early. */
const EARLY = 0.25;
const FREQUENCIES_PER_STEP = 16;
const PHASES = 400;
const REFINEMENT = 20;

/**
 * The beats of a dance of one tempo, in seconds; none if it has none. O(accents · seconds).
 */
export async function steadyBeats(
  accents: readonly Accent[],
  frames: number,
  run: Run,
): Promise<Float64Array> {
  const seconds = frames / FRAMES_PER_SECOND;
  const step = 1 / (FINENESS * seconds);
  const count = Math.floor((FASTEST - SLOWEST) / step) + 1;
  let [best, most] = [0, 0];
  const listen = (from: number): void => {
    for (let i = from; i < Math.min(from + FREQUENCIES_PER_STEP, count); i++) {
      const frequency = SLOWEST + i * step;
      const octaves = Math.log2(1 / frequency / PREFERRED);
      const score = strengthOf(accents, frequency) * Math.exp(-0.5 * (octaves / PREFERENCE) ** 2);
      if (score > most) [best, most] = [frequency, score];
    }
  };
  for (let from = 0; from < count; from += FREQUENCIES_PER_STEP) await run(() => listen(from));
  if (best === 0 || strengthOf(accents, best) < LEAST) return new Float64Array();
  const exact = await run(() => refined(accents, best, step));
  const period = 1 / exact;
  const phase = phaseOf(accents, exact);
  const first = (phase > 1 - EARLY ? phase - 1 : phase) * period;
  return Float64Array.from(
    { length: Math.floor((seconds - first) / period) + 1 },
    (_, i) => first + i * period,
  );
}

/** The strongest frequency near one. */
function refined(accents: readonly Accent[], near: number, reach: number): number {
  let [best, most] = [near, 0];
  for (let i = -REFINEMENT; i <= REFINEMENT; i++) {
    const frequency = near + (i * reach) / REFINEMENT;
    const strength = strengthOf(accents, frequency);
    if (strength > most) [best, most] = [frequency, strength];
  }
  return best;
}

/** How strong a wave and the one of half its length are: 0 to 1.5. */
function strengthOf(accents: readonly Accent[], frequency: number): number {
  const [a, b] = [waveOf(accents, frequency), waveOf(accents, 2 * frequency)];
  return Math.hypot(...a) + HALF * Math.hypot(...b);
}

/** The part of a beat, 0 to 1, at which the accents are the strongest. */
function phaseOf(accents: readonly Accent[], frequency: number): number {
  const [a, b] = [waveOf(accents, frequency), waveOf(accents, 2 * frequency)];
  let [best, most] = [0, -Infinity];
  for (let i = 0; i < PHASES; i++) {
    const angle = (2 * Math.PI * i) / PHASES;
    const sum =
      a[0] * Math.cos(angle) +
      a[1] * Math.sin(angle) +
      HALF * (b[0] * Math.cos(2 * angle) + b[1] * Math.sin(2 * angle));
    if (sum > most) [best, most] = [i / PHASES, sum];
  }
  return best;
}

/** The cosine and the sine of a wave in accents whose strengths have the sum 1. */
function waveOf(accents: readonly Accent[], frequency: number): [cosine: number, sine: number] {
  const turn = (2 * Math.PI * frequency) / FRAMES_PER_SECOND;
  let [cosine, sine, whole] = [0, 0, 0];
  for (const { frame, strength } of accents) {
    cosine += strength * Math.cos(turn * frame);
    sine += strength * Math.sin(turn * frame);
    whole += strength;
  }
  return whole > 0 ? [cosine / whole, sine / whole] : [0, 0];
}
