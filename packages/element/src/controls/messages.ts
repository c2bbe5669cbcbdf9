import type { Language } from '../language/language.js';
import type { LabelName } from '../language/labels.js';
import type { Problem } from '../language/problems.js';
import { create } from './create.js';
import { Progress } from './progress.js';

interface Line {
  readonly problem: Problem;
  readonly text: Text;
  readonly close: HTMLElement;
  readonly root: HTMLElement;
}

/** Messages over the picture, in the language of the player: the progress of loading, and problems. */
export class Messages {
  readonly root: HTMLElement = create('div', { class: 'messages', part: 'messages' });
  readonly progress: Progress;
  readonly #language: Language;
  /** By cause. */
  readonly #problems = new Map<string, readonly Line[]>();

  constructor(language: Language) {
    this.#language = language;
    this.progress = new Progress(language);
    language.addEventListener('change', () => {
      this.root.lang = language.code;
      for (const line of [...this.#problems.values()].flat()) this.#write(line);
    });
  }

  /** As {@link Progress.show}. */
  showProgress(label: string, loaded: number, total: number, word?: LabelName): void {
    this.progress.show(label, loaded, total, word);
  }

  endProgress(label: string): void {
    this.progress.end(label);
  }

  /**
   * Adds a message that stays until {@link clearProblems} is called for its cause or the viewer closes it.
   */
  showProblem(cause: string, problem: Problem): void {
    const text = document.createTextNode('');
    const close = create('button', { type: 'button' });
    const root = create('p', { class: 'problem', role: 'alert' }, text, close);
    close.addEventListener('click', () => root.remove());
    const line = { problem, text, close, root };
    this.#write(line);
    this.#problems.set(cause, [...(this.#problems.get(cause) ?? []), line]);
    this.root.append(root);
  }

  /** A message is hidden until its sentence is loaded. */
  #write({ problem, text, close, root }: Line): void {
    text.data = this.#language.tell(problem);
    root.hidden = text.data === '';
    close.setAttribute('aria-label', this.#language.say('closeMessage'));
  }

  /** Is there a message for this cause that was not cleared? */
  hasProblem(cause: string): boolean {
    return this.#problems.has(cause);
  }

  clearProblems(cause: string): void {
    for (const { root } of this.#problems.get(cause) ?? []) root.remove();
    this.#problems.delete(cause);
  }
}
