import { element } from './dom.js';
import { markJapanese } from './language/japanese.js';
import { language, type MakeText, say } from './language/texts.js';

const MAX_CHARACTERS = 120;

/** The first of the Unicode characters that show control characters: ␀ for NUL. */
const CONTROL_PICTURES = 0x2400;

/**
 * Text from a file, safe to show. Long texts are cut off. Control characters become visible (␀), and
 * invisible characters such as those that change the writing direction become �, so that no name can look
 * like another.
 */
export function visibleText(text: string, maxCharacters = MAX_CHARACTERS): string {
  const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return cut.replace(/\p{Cc}/gu, controlPicture).replace(/\p{Cf}/gu, '\ufffd');
}

function controlPicture(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCodePoint(CONTROL_PICTURES + code) : '\ufffd';
}

/**
 * The same as a value in a text of the page. It stays as it is in every language, also if it reads like a
 * text of the page: a motion may be called `Dance`.
 *
 * @example
 * say('Now playing {names}.', { names: nameText(file.name) });
 */
export function nameText(text: string, maxCharacters = MAX_CHARACTERS): MakeText {
  const shown = visibleText(text, maxCharacters);
  return () => shown;
}

/** A name as it is in the file, with its English meaning if that is known. */
export function nameLabel(name: string, english?: string): HTMLElement {
  const label = element('span', { class: 'name-label' }, fileText(name));
  if (english !== undefined) label.append(' ', element('span', { class: 'gloss', lang: 'en' }, english));
  return label;
}

/** A text from a file, isolated from the writing direction around it, and marked as Japanese if it is. */
export function fileText(text: string): HTMLElement {
  if (text === '') return element('span', { class: 'quiet' }, say('(no name)'));
  const shown = element('bdi', { class: 'file-text' }, visibleText(text));
  markJapanese(shown, language);
  return shown;
}

/** An option of a list with the name of a file, which is its value, too. */
export function nameOption(name: string): HTMLOptionElement {
  return element('option', { value: name, translate: 'no' }, visibleText(name));
}
