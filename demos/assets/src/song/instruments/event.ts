import type { Random } from '../random.js';

/** A note or stroke for an instrument, which adds its sound to the channels. */
export interface Strike {
  /** Sample at which it begins. */
  readonly start: number;
  /** The velocity, 0 to 1, which sets the level. */
  readonly velocity: number;
  readonly random: Random;
}

export interface Tone extends Strike {
  /** MIDI pitch. */
  readonly pitch: number;
  /** How long the note is held. After that, it rings on as the instrument does. */
  readonly seconds: number;
  /** From -1, left, to 1, right. */
  readonly pan?: number;
  /** MIDI pitch it slides from, if it follows another note without a gap. */
  readonly from?: number;
}

/** Filters follow their envelopes in steps of so many samples: 0.7 ms. */
export const CONTROL_SAMPLES = 32;
