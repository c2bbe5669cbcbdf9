import { textWidth } from './text-width.js';

/**
 * Rows under a heading, in columns; numbers stand to the right. Control characters of names do not reach the terminal.
 *
 * @example
 * formatTable(['what', 'keys'], [['bones', 14160]]); // → 'what    keys\nbones  14160\n'
 */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): string {
  const cells = [heading, ...rows].map((row) => row.map((cell) => printable(String(cell ?? ''))));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => textWidth(row[column]))));
  const isRight = heading.map((_, column) => rows.every((row) => typeof (row[column] ?? 0) === 'number'));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat(widths[column] - textWidth(cell));
        return isRight[column] ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** A name may hold anything, escape sequences too. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}
