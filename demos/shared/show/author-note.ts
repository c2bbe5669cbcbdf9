import type { MmdModel } from '@odori/model';
import { element } from '../dom.js';
import { isJapanese, visibleText } from '../file-text.js';

/** More than authors write. */
const MAX_CHARACTERS = 20_000;

/**
 * The note from the author of a model, which mostly contains terms of use; in one or two languages, or none.
 */
export function authorNote({ comment, commentEn }: Pick<MmdModel, 'comment' | 'commentEn'>): HTMLElement[] {
  const texts = new Set([comment.trim(), commentEn.trim()]);
  texts.delete('');
  return [...texts].map((text) => {
    const language: Record<string, string> = isJapanese(text) ? { lang: 'ja' } : {};
    return element('p', { class: 'comment', dir: 'auto', ...language }, visibleLines(text));
  });
}

function visibleLines(text: string): string {
  const lines = text
    .slice(0, MAX_CHARACTERS)
    .replaceAll('\t', ' ')
    .split(/\r\n?|\n/);
  const end = text.length > MAX_CHARACTERS ? '…' : '';
  return lines.map((line) => visibleText(line, MAX_CHARACTERS)).join('\n') + end;
}
