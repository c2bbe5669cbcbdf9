/** Times in seconds. */
export interface EnvelopeShape {
  readonly attack: number;
  readonly decay: number;
  /** Level from 0 to 1 that is held while the note is. */
  readonly sustain: number;
  readonly release: number;
}

const STEEPNESS = 5;
const FLOOR = Math.exp(-STEEPNESS);

/**
 * From 1 at 0 to exactly 0 at 1 and beyond, fast at first. Reaching 0 is what keeps notes from ending in a
 * click.
 *
 * @example
 * fall(0.5); // → (e^-2.5 - e^-5) / (1 - e^-5) = 0.0759
 */
export function fall(place: number): number {
  if (place >= 1) return 0;
  return (Math.exp(-STEEPNESS * place) - FLOOR) / (1 - FLOOR);
}

/**
 * Level of a note `seconds` after it began, let go after `gateSeconds`: a line up, a curve down to `sustain`,
 * a curve down to 0 that starts wherever the note was.
 */
export function envelopeAt(shape: EnvelopeShape, seconds: number, gateSeconds: number): number {
  const held = heldLevel(shape, Math.min(seconds, gateSeconds));
  return seconds <= gateSeconds ? held : held * fall((seconds - gateSeconds) / shape.release);
}

function heldLevel({ attack, decay, sustain }: EnvelopeShape, seconds: number): number {
  if (seconds < attack) return seconds / attack;
  return sustain + (1 - sustain) * fall((seconds - attack) / decay);
}

/** Level of something struck: up in a millisecond, then down to 0 at `decaySeconds`. */
export function strikeAt(seconds: number, decaySeconds: number): number {
  const rise = 0.001;
  return seconds < rise ? seconds / rise : fall((seconds - rise) / (decaySeconds - rise));
}
