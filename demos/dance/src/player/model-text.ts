import type { MmdModel } from '@odori/model';
import { element, part } from '../../../shared/dom.js';
import { isJapanese, nameLabel, visibleText } from '../../../shared/file-text.js';
import { amountText, countText } from '../../../shared/number-text.js';

/** The name of a model, and what its author calls it in English. */
export function modelLabel({ name, nameEn }: MmdModel): HTMLElement {
  const english = nameEn.trim();
  return nameLabel(name, english === '' || english === name ? undefined : visibleText(english));
}

/** What there is of a model to move and to draw. */
export function modelSize({ mesh, rig }: MmdModel): string {
  const { position } = mesh.geometry.attributes;
  const materials = Array.isArray(mesh.material) ? mesh.material.length : 1;
  return [
    amountText(rig.definition.boneCount, 'bone'),
    `${countText(position.count)} vertices`,
    amountText(materials, 'material'),
  ].join(' · ');
}

/** Longer than what authors write. */
const MOST_CHARACTERS = 20_000;

/** Shows what the author of a model says of it, mostly terms of use, to whoever asks; without a model nothing. */
export function showAuthorNote(model: MmdModel | undefined): void {
  const details = part('author', HTMLDetailsElement);
  details.open = false;
  details.hidden = model === undefined;
  const texts = model ? textsOf(model) : [];
  const label = model ? [element('p', { class: 'who' }, modelLabel(model))] : [];
  const none =
    texts.length === 0 ? [element('p', { class: 'quiet' }, 'The file has no words of its author.')] : [];
  part('author-text', HTMLElement).replaceChildren(...label, ...texts, ...none);
}

function textsOf({ comment, commentEn }: MmdModel): HTMLElement[] {
  const texts = new Set([comment.trim(), commentEn.trim()]);
  texts.delete('');
  return [...texts].map((text) => {
    const language: Record<string, string> = isJapanese(text) ? { lang: 'ja' } : {};
    return element('p', { class: 'comment', dir: 'auto', ...language }, visibleLines(text));
  });
}

function visibleLines(text: string): string {
  const lines = text
    .slice(0, MOST_CHARACTERS)
    .replaceAll('\t', ' ')
    .split(/\r\n?|\n/);
  const end = text.length > MOST_CHARACTERS ? '…' : '';
  return lines.map((line) => visibleText(line, MOST_CHARACTERS)).join('\n') + end;
}
