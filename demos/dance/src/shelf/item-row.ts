import type { ShelfItem, ShelfKind } from '@odori/element/shelf';
import { element } from '../../../shared/dom.js';
import { fileText, nameText } from '../../../shared/file-text.js';
import { say } from '../../../shared/language/texts.js';
import { sizeText } from '../../../shared/number-text.js';
import { authorNote } from '../../../shared/show/author-note.js';
import { isPlayable } from './shelf-player.js';

const KIND_NAMES: Readonly<Record<ShelfKind, string>> = {
  model: 'Model',
  dance: 'Dance',
  song: 'Song',
  stage: 'Stage',
  show: 'Several dancers',
};

/** What a row does. */
interface RowActions {
  readonly open: () => void;
  readonly rename: () => void;
  readonly remove: () => void;
}

/** An item in the list: its picture, its name, its kind and size, and its author's terms. */
export function itemRow(item: ShelfItem, { open, rename, remove }: RowActions): HTMLLIElement {
  const name = nameText(item.name);
  const isTimed = isPlayable(item);
  const label = say(isTimed ? 'Play {name}' : 'Show {name}', { name });
  const facts = `shelf-facts-${item.id}`;
  const openButton = element(
    'button',
    { type: 'button', class: 'open', 'aria-label': label, 'aria-describedby': facts },
    element('span', { class: 'thumbnail' }),
    element('span', { class: 'name' }, fileText(item.name)),
    element('span', { class: 'quiet', id: facts }, say(KIND_NAMES[item.kind]), ' · ', sizeText(item.bytes)),
  );
  openButton.addEventListener('click', open);
  const renameButton = smallButton('rename', '✎', say('Rename {name}', { name }), rename);
  const removeButton = smallButton('remove', '×', say('Remove {name}', { name }), remove);
  return element('li', { class: 'card' }, openButton, renameButton, removeButton, ...termsOf(item));
}

/** A button of one sign. */
function smallButton(kind: string, sign: string, label: string, action: () => void): HTMLButtonElement {
  const attributes = { type: 'button', class: `small ${kind}`, 'aria-label': label, title: label };
  const button = element('button', attributes, sign);
  button.addEventListener('click', action);
  return button;
}

function termsOf({ terms }: ShelfItem): HTMLElement[] {
  const notes = authorNote({ comment: terms, commentEn: '' });
  if (notes.length === 0) return [];
  const title = say('The author’s terms');
  const region = element(
    'div',
    { class: 'terms', tabindex: '0', role: 'region', 'aria-label': title },
    ...notes,
  );
  return [element('details', { class: 'author' }, element('summary', {}, title), region)];
}

/** Shows the picture of an item in its row, unless the row asks a question. */
export function showThumbnail(row: HTMLElement, picture: Blob): void {
  const place = row.querySelector('.thumbnail');
  if (!place) return;
  const address = URL.createObjectURL(picture);
  const image = element('img', { src: address, alt: '' });
  for (const type of ['load', 'error']) image.addEventListener(type, () => URL.revokeObjectURL(address));
  place.append(image);
}

/**
 * Asks for another name, in place of a row. The focus goes into the field. `onAnswer` gets undefined if the
 * name stays.
 */
export function askForName(
  row: HTMLElement,
  name: string,
  onAnswer: (name: string | undefined) => void,
): void {
  const field = element('input', {
    type: 'text',
    maxlength: '200',
    value: name,
    'aria-label': say('Name'),
  });
  const save = element('button', { type: 'submit' }, say('Rename'));
  const cancel = element('button', { type: 'button' }, say('Do not rename'));
  const form = element('form', { class: 'confirm' }, field, save, cancel);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const answer = field.value.trim();
    onAnswer(answer === '' || answer === name ? undefined : answer);
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault(); // the panel stays open
    onAnswer(undefined);
  });
  cancel.addEventListener('click', () => onAnswer(undefined));
  row.replaceChildren(form);
  field.select();
}

/** Asks in place of a row, or of a button, before something is removed. The focus goes to the question. */
export function confirmRemoval(
  place: HTMLElement,
  question: string,
  onAnswer: (isSure: boolean) => void,
): void {
  const answer = (text: string, isSure: boolean): HTMLButtonElement => {
    const button = element('button', { type: 'button' }, say(text));
    button.addEventListener('click', () => onAnswer(isSure));
    return button;
  };
  const [yes, no] = [answer('Remove', true), answer('Do not remove', false)];
  const text = element('p', {}, question);
  place.replaceChildren(
    element('div', { class: 'confirm', role: 'group', 'aria-label': question }, text, yes, no),
  );
  no.focus();
}
