import { STEPS_PER_BEAT } from './form.js';
import type { Strike, Tone } from './instruments/event.js';
import type { LineNote } from './line-notation.js';
import { randomFor } from './random.js';
import { SAMPLE_RATE, type Stereo } from './signal/stereo.js';
import type { Tempo } from './tempo.js';

/**
 * The part of the song that is rendered. Notes that start in it are played and ring on to the end of `out`.
 */
export interface Excerpt {
  readonly firstBeat: number;
  readonly endBeat: number;
  readonly tempo: Tempo;
  readonly out: Stereo;
}

/** How a musician deviates from the score. */
export interface Feel {
  /** The largest deviation in time. */
  readonly spreadSeconds: number;
  /** The largest deviation in loudness, as a fraction. */
  readonly spreadVelocity: number;
  /** How much later every second sixteenth comes. */
  readonly swingSeconds: number;
}

export const STIFF: Feel = { spreadSeconds: 0, spreadVelocity: 0, swingSeconds: 0 };

/** The sample at which a beat begins. */
export function sampleOf(beat: number, { firstBeat, tempo }: Pick<Excerpt, 'firstBeat' | 'tempo'>): number {
  return Math.round((tempo(beat) - tempo(firstBeat)) * SAMPLE_RATE);
}

/** A stroke as the musician plays it; undefined if it does not start in this part of the song. */
export function strikeOf(
  name: string,
  beat: number,
  velocity: number,
  feel: Feel,
  excerpt: Excerpt,
): Strike | undefined {
  if (beat < excerpt.firstBeat || beat >= excerpt.endBeat) return undefined;
  const random = randomFor(name, beat);
  const swing = (beat * STEPS_PER_BEAT) % 2 === 1 ? feel.swingSeconds : 0;
  const late = Math.round((swing + feel.spreadSeconds * random.signed()) * SAMPLE_RATE);
  return {
    start: Math.max(0, sampleOf(beat, excerpt) + late),
    velocity: Math.min(1, velocity * (1 + feel.spreadVelocity * random.signed())),
    random,
  };
}

/** A note as the musician plays it; undefined if it does not start in this part of the song. */
export function toneOf(
  name: string,
  { startBeat, beats, pitch, velocity = 0.85 }: LineNote & { readonly velocity?: number },
  feel: Feel,
  excerpt: Excerpt,
): Tone | undefined {
  const strike = strikeOf(`${name} ${pitch}`, startBeat, velocity, feel, excerpt);
  const { tempo } = excerpt;
  return strike && { ...strike, pitch, seconds: tempo(startBeat + beats) - tempo(startBeat) };
}
