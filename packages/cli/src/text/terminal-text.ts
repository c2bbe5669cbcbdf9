/** Characters that take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const MARK = /\p{M}/u;

/**
 * The number of terminal columns that a text takes.
 *
 * @example
 * textWidth('ﾈｸﾀｲＩＫ'); // → 8: four half-width kana, two full-width letters
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The longest start of a text that fits into a number of terminal columns. */
export function cutToWidth(text: string, columns: number): string {
  let width = 0;
  let cut = '';
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) break;
    cut += character;
  }
  return cut;
}

function characterWidth(character: string): number {
  return MARK.test(character) ? 0 : isWide(character) ? 2 : 1;
}

/** Does a character take two columns, as those of Chinese, Japanese and Korean do? */
export function isWide(character: string): boolean {
  return WIDE.test(character);
}

/** Replaces control characters: a name from a file may contain escape sequences for the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}
