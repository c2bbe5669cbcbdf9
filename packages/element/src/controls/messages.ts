import { create } from './create.js';
import { Progress } from './progress.js';

/** Messages over the picture: the progress of loading, and problems. */
export class Messages {
  readonly root: HTMLElement = create('div', { class: 'messages', part: 'messages' });
  readonly progress: Progress = new Progress();
  /** By cause. */
  readonly #problems = new Map<string, HTMLElement[]>();

  /** Shows how many bytes of a file are loaded; `total` is 0 if it is unknown. */
  showProgress(label: string, loaded: number, total: number): void {
    this.progress.show(label, loaded, total);
  }

  endProgress(label: string): void {
    this.progress.end(label);
  }

  /**
   * Adds a message that stays until {@link clearProblems} is called for its cause or the viewer closes it.
   */
  showProblem(cause: string, text: string): void {
    const close = create('button', { type: 'button', 'aria-label': 'Close message' });
    const line = create('p', { class: 'problem', role: 'alert' }, text, close);
    close.addEventListener('click', () => line.remove());
    this.#problems.set(cause, [...(this.#problems.get(cause) ?? []), line]);
    this.root.append(line);
  }

  /** Is there a message for this cause that was not cleared? */
  hasProblem(cause: string): boolean {
    return this.#problems.has(cause);
  }

  clearProblems(cause: string): void {
    for (const line of this.#problems.get(cause) ?? []) line.remove();
    this.#problems.delete(cause);
  }
}
