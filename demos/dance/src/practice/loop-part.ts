/** A part of the time that repeats, in seconds. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A shorter part would only flicker. */
export const MIN_SECONDS = 0.5;

/**
 * Moves the start of a part. An end that is then too near moves on, as far as the duration allows.
 *
 * @example
 * withStart({ start: 0, end: 10 }, 12, 60); // → { start: 12, end: 12.5 }
 */
export function withStart({ end }: Part, seconds: number, duration: number): Part {
  const start = clamp(seconds, 0, duration - MIN_SECONDS);
  return { start, end: clamp(end, start + MIN_SECONDS, duration) };
}

/** Moves the end of a part. A start that is then too near moves back. */
export function withEnd({ start }: Part, seconds: number, duration: number): Part {
  const end = clamp(seconds, MIN_SECONDS, duration);
  return { start: clamp(start, 0, end - MIN_SECONDS), end };
}

/** `low` counts if it is above `high`. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(Math.min(value, high), low);
}
