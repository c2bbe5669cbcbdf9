/**
 * A number and a noun, for messages. @example countOf(1, 'byte'); // → '1 byte', countOf(2, 'byte'); // → '2
 * bytes'
 */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
