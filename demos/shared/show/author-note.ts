import type { PlayerModel } from '@odori/element';
import type { MmdModel } from '@odori/model';
import { element } from '../dom.js';
import { visibleText } from '../file-text.js';
import { markJapanese } from '../language/japanese.js';
import { language, say } from '../language/texts.js';
import { modelLabel } from '../open/model-label.js';

const NO_NOTE = 'This model has no note from its author.';
const NO_NOTES = 'These models have no notes from their authors.';
/** More than authors write. */
const MAX_CHARACTERS = 20_000;

/**
 * The note from the author of a model, which mostly contains terms of use; in one or two languages, or none.
 */
export function authorNote({ comment, commentEn }: Pick<MmdModel, 'comment' | 'commentEn'>): HTMLElement[] {
  const texts = new Set([comment.trim(), commentEn.trim()]);
  texts.delete('');
  return [...texts].map((text) => {
    const note = element('p', { class: 'comment', dir: 'auto' }, visibleLines(text));
    markJapanese(note, language);
    return note;
  });
}

/** The notes of the authors of all models that are shown; models with the same name and note once. */
export function authorTerms(models: readonly PlayerModel[]): HTMLElement {
  const byText = new Map(
    models.map((model) => [[model.name, model.comment, model.commentEn].join('\0'), model]),
  );
  const shown = [...byText.values()];
  const notes = shown.map(authorNote);
  const isOne = shown.length === 1;
  if (notes.flat().length === 0) return quiet(isOne ? say(NO_NOTE) : say(NO_NOTES));
  const title = isOne ? say('The author’s terms') : say('The authors’ terms');
  const parts = isOne
    ? notes[0]
    : shown.flatMap((model, i) => [
        element('h3', {}, modelLabel(model)),
        ...(notes[i].length > 0 ? notes[i] : [quiet(say(NO_NOTE))]),
      ]);
  const region = element(
    'div',
    { class: 'terms', tabindex: '0', role: 'region', 'aria-label': title },
    ...parts,
  );
  return element('details', { class: 'author' }, element('summary', {}, title), region);
}

function quiet(text: string): HTMLElement {
  return element('p', { class: 'quiet' }, text);
}

function visibleLines(text: string): string {
  const lines = text
    .slice(0, MAX_CHARACTERS)
    .replaceAll('\t', ' ')
    .split(/\r\n?|\n/);
  const end = text.length > MAX_CHARACTERS ? '…' : '';
  return lines.map((line) => visibleText(line, MAX_CHARACTERS)).join('\n') + end;
}
