/*
 * Ordinary tracks keep their times in 32 bits: 8e-6 s apart after 90 s. Which side a time is rounded to matters.
 */

/** The nearest 32-bit number at or below `x`. */
export function roundDown32(x: number): number {
  const rounded = Math.fround(x);
  return rounded <= x ? rounded : Math.fround(x - Math.abs(x) * 2 ** -24);
}

/** The nearest 32-bit number at or above `x`. */
export function roundUp32(x: number): number {
  const down = roundDown32(-x);
  return down === 0 ? 0 : -down;
}
