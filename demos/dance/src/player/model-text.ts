import type { MmdModel } from '@odori/model';
import { element, byId } from '../../../shared/dom.js';
import { isJapanese, visibleText } from '../../../shared/file-text.js';
import { amountText, countText } from '../../../shared/number-text.js';
import { modelLabel } from '../../../shared/open/model-label.js';

/** The size of a model: its bones, vertices and materials. */
export function modelSize({ mesh, rig }: MmdModel): string {
  const { position } = mesh.geometry.attributes;
  const materials = Array.isArray(mesh.material) ? mesh.material.length : 1;
  return [
    amountText(rig.definition.boneCount, 'bone'),
    `${countText(position.count)} vertices`,
    amountText(materials, 'material'),
  ].join(' · ');
}

/** More than authors write. */
const MAX_CHARACTERS = 20_000;

/** Offers the note from the author of a model, which mostly contains terms of use. Hides it without a model. */
export function showAuthorNote(model: MmdModel | undefined): void {
  const details = byId('author', HTMLDetailsElement);
  details.open = false;
  details.hidden = model === undefined;
  const texts = model ? textsOf(model) : [];
  const label = model ? [element('p', { class: 'model-name' }, modelLabel(model))] : [];
  const none =
    texts.length === 0 ? [element('p', { class: 'quiet' }, 'This model has no note from its author.')] : [];
  byId('author-text', HTMLElement).replaceChildren(...label, ...texts, ...none);
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
    .slice(0, MAX_CHARACTERS)
    .replaceAll('\t', ' ')
    .split(/\r\n?|\n/);
  const end = text.length > MAX_CHARACTERS ? '…' : '';
  return lines.map((line) => visibleText(line, MAX_CHARACTERS)).join('\n') + end;
}
