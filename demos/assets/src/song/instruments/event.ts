import type { Random } from '../random.js';

/** What every instrument is told of a note or a stroke. It adds its sound to what is in the channels already. */
export interface Strike {
  /** Sample at which it begins. */
  readonly start: number;
  /** How hard, from 0 to 1; the level goes with it. */
  readonly velocity: number;
  readonly random: Random;
}

export interface Tone extends Strike {
  /** MIDI pitch. */
  readonly pitch: number;
  /** How long it is held; what rings on afterwards is the instrument's. */
  readonly seconds: number;
  /** From -1, left, to 1, right. */
  readonly pan?: number;
  /** MIDI pitch it slides from, if it follows another note without a gap. */
  readonly from?: number;
}

/** Filters follow their envelopes in steps of so many samples: 0.7 ms. */
export const CONTROL_SAMPLES = 32;
