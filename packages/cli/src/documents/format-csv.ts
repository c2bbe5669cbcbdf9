/**
 * Comma-separated values as RFC 4180 has them, lines ended by LF.
 *
 * @example
 * formatCsv(['bone', 'x'], [['a "b", c', 1]]); // → 'bone,x\n"a ""b"", c",1\n'
 */
export function formatCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return [columns, ...rows].map((row) => `${row.map(formatCell).join()}\n`).join('');
}

function formatCell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
