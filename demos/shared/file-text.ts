import { element } from './dom.js';

const MOST_CHARACTERS = 120;

/** Where the pictures of the control characters begin in Unicode: ␀ for NUL. */
const CONTROL_PICTURES = 0x2400;

/**
 * Text from a file, fit to be shown: cut where a name could not sensibly go on, control characters as pictures, and
 * invisible ones that turn the writing direction as �, so that no name can pass for another.
 */
export function visibleText(text: string, mostCharacters = MOST_CHARACTERS): string {
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  return cut.replace(/\p{Cc}/gu, controlPicture).replace(/\p{Cf}/gu, '\ufffd');
}

function controlPicture(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCodePoint(CONTROL_PICTURES + code) : '\ufffd';
}

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
