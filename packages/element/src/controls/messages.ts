import { create } from './create.js';

/** Messages over the picture: the progress of files, and problems. */
export class Messages {
  readonly root: HTMLElement = create('div', { class: 'messages', part: 'messages' });
  /** By label. */
  readonly #progress = new Map<string, { line: HTMLElement; bar: HTMLProgressElement }>();
  /** By cause. */
  readonly #problems = new Map<string, HTMLElement[]>();

  /** Shows how many bytes of a file are loaded; `total` is 0 if it is unknown. */
  showProgress(label: string, loaded: number, total: number): void {
    const { bar } = this.#progress.get(label) ?? this.#addProgress(label);
    if (total > 0) bar.value = loaded / total;
  }

  endProgress(label: string): void {
    this.#progress.get(label)?.line.remove();
    this.#progress.delete(label);
  }

  /** Adds a message that stays until {@link clearProblems} is called for its cause or the viewer closes it. */
  showProblem(cause: string, text: string): void {
    const close = create('button', { type: 'button', 'aria-label': 'Close message' });
    const line = create('p', { class: 'problem', role: 'alert' }, text, close);
    close.addEventListener('click', () => line.remove());
    this.#problems.set(cause, [...(this.#problems.get(cause) ?? []), line]);
    this.root.append(line);
  }

  clearProblems(cause: string): void {
    for (const line of this.#problems.get(cause) ?? []) line.remove();
    this.#problems.delete(cause);
  }

  #addProgress(label: string): { line: HTMLElement; bar: HTMLProgressElement } {
    const bar = create('progress', { 'aria-label': `Loading ${label}` });
    const line = create('p', { part: 'progress' }, `${label} …`, bar);
    const entry = { line, bar };
    this.#progress.set(label, entry);
    this.root.append(line);
    return entry;
  }
}
