import { printable, textWidth } from './terminal-text.js';

/**
 * A table for a terminal: rows under a heading, numbers aligned to the right. Control characters in names are
 * replaced.
 *
 * @example
 * formatTable(['section', 'keys'], [['bones', 14160]]); // → 'section   keys\nbones    14160\n'
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

/**
 * Comma-separated values according to RFC 4180, but with LF as the line end. A null is an empty cell.
 *
 * @example
 * formatCsv(['bone', 'x'], [['a "b", c', 1]]); // → 'bone,x\n"a ""b"", c",1\n'
 */
export function formatCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [columns, ...rows].map((row) => `${row.map(formatCell).join()}\n`).join('');
}

function formatCell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
