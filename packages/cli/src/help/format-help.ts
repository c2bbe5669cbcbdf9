import type { LanguageCode } from '@odori/runtime/internal/catalog';
import { loadHelp } from '../language/load-help.js';
import { textWidth } from '../text/terminal-text.js';
import { wrapText } from '../text/wrap-text.js';
import type { Help } from './help.js';

/** The columns of a line; wider terminals are rare, and longer lines hard to read. */
const COLUMNS = 100;
/** The most columns of options; the texts of longer ones are below them. */
const WIDEST_LEFT = 26;
const INDENT = '  ';

/** A help as text in a language, with columns for its terminal. */
export async function formatHelp(help: Help, language: LanguageCode): Promise<string> {
  const texts = await loadHelp(language);
  const parts = help.map((part) => {
    if ('usage' in part) return wrapText(`${part.usage}: ${texts[part.text]}`, COLUMNS, language);
    if ('examples' in part) return part.examples.map((line) => INDENT + line);
    if (!('rows' in part)) return wrapText(texts[part.text], COLUMNS, language);
    const heading = part.heading === undefined ? [] : [texts[part.heading]];
    return [
      ...heading,
      ...formatRows(
        part.rows.map(([left, code]) => [left, texts[code]]),
        language,
      ),
    ];
  });
  return parts.map((lines, i) => `${separates(help, i) ? '\n' : ''}${lines.join('\n')}\n`).join('');
}

/** Ways to use a command follow each other without an empty line. */
function separates(help: Help, index: number): boolean {
  return index > 0 && !('usage' in help[index] && 'usage' in help[index - 1]);
}

function formatRows(
  rows: readonly (readonly [left: string, text: string])[],
  language: LanguageCode,
): string[] {
  const widths = rows.map(([left]) => textWidth(left)).filter((width) => width <= WIDEST_LEFT);
  const column = Math.max(...widths, 0) + 2 * INDENT.length;
  return rows.flatMap(([left, text]) => {
    const lines = wrapText(text, COLUMNS - column, language).map((line) => ' '.repeat(column) + line);
    const start = INDENT + left;
    if (textWidth(start) + INDENT.length > column) return [start, ...lines];
    const [first, ...rest] = lines;
    return [start + first.slice(textWidth(start)), ...rest];
  });
}
