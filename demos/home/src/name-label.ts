import { element } from './element.js';
import { visibleText } from './visible-text.js';

/** A name as its file has it, with what it means in English when that is known. */
export function nameLabel(name: string, english?: string): HTMLElement {
  const label = element('span', { class: 'name-label' }, fileText(name));
  if (english !== undefined) label.append(' ', element('span', { class: 'gloss' }, english));
  return label;
}

/** A text out of a file, isolated from the direction of writing around it and marked if it is Japanese. */
export function fileText(text: string): HTMLElement {
  if (text === '') return element('span', { class: 'quiet' }, '(no name)');
  const language: Record<string, string> = isJapanese(text) ? { lang: 'ja' } : {};
  return element('bdi', { class: 'file-text', ...language }, visibleText(text));
}

export function isJapanese(text: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text);
}
