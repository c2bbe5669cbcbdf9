import type { FormatWarning } from '@odori/format';

/**
 * What a reader found odd in a file: what, how often, and where first.
 *
 * @example
 * describeWarning(warning); // → 'morph keys[14].frame repeats a frame (95 times, first at byte 395)'
 */
export function describeWarning({ message, count, offset, line, column }: FormatWarning): string {
  const place = line === undefined ? `byte ${offset}` : `line ${line}, column ${column}`;
  return `${message} (${count === 1 ? '' : `${count} times, first `}at ${place})`;
}
