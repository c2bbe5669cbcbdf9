export const SAMPLE_RATE = 44100;

/** Two channels of one length, full scale at ±1. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export function createStereo(length: number): Stereo {
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

/**
 * The factor for a level.
 *
 * @example
 * gainOf(-6.0206); // → 0.5
 */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/**
 * Equal temperament: the frequency of a MIDI pitch, which may be fractional.
 *
 * @example
 * hertzOf(81); // → 880
 */
export function hertzOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

/** [left, right] gains of equal power; `pan` from -1 (left) to 1 (right), 1 on both sides in the middle. */
export function panGains(pan: number): [number, number] {
  const angle = ((pan + 1) * Math.PI) / 4;
  return [Math.SQRT2 * Math.cos(angle), Math.SQRT2 * Math.sin(angle)];
}
