/**
 * A number and a noun, for messages. @example countOf(1, 'frame'); // → '1 frame', countOf(2, 'frame'); // →
 * '2 frames'
 */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
