import type { LanguageCode } from '@odori/runtime/internal/catalog';
import { isWide, textWidth } from './terminal-text.js';

/** Signs that do not begin a line, and those that do not end one. */
const NOT_FIRST = /[\s、。，．：；！？）」』”…·,.:;!?)\]}ー々っゃゅょッャュョ]/u;
const NOT_LAST = /[（「『“([{]/u;

/**
 * The lines of a text in a number of terminal columns. Japanese and Chinese also break between words without
 * spaces; options and other Latin words stay whole.
 *
 * @example
 * wrapText('one two', 4, 'en'); // → ['one', 'two']
 */
export function wrapText(text: string, columns: number, language: LanguageCode): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text, language)) {
    if (line !== '' && textWidth((line + piece).trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

/** The parts of a text that lines do not split, each with the space behind it. */
function piecesOf(text: string, language: LanguageCode): string[] {
  const pieces: string[] = [];
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = pieces.at(-1);
    if (last === undefined || mayBreak(last, segment, language)) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

function mayBreak(before: string, after: string, language: LanguageCode): boolean {
  const [end, start] = [before.at(-1)!, after[0]];
  if (NOT_FIRST.test(start) || NOT_LAST.test(end)) return false;
  return end === ' ' || (language !== 'ko' && (isWide(end) || isWide(start)));
}
