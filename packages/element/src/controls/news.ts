import { create } from './create.js';

/** What is told over the picture: how far files are, and what went wrong. */
export class News {
  readonly root: HTMLElement = create('div', { class: 'news', part: 'news' });
  readonly #progress = new Map<string, { line: HTMLElement; bar: HTMLProgressElement }>();
  /** By cause. */
  readonly #problems = new Map<string, HTMLElement[]>();

  /** `total` 0: unknown. */
  showProgress(name: string, loaded: number, total: number): void {
    const { bar } = this.#progress.get(name) ?? this.#begin(name);
    if (total > 0) bar.value = loaded / total;
  }

  endProgress(name: string): void {
    this.#progress.get(name)?.line.remove();
    this.#progress.delete(name);
  }

  /** A line more, until its cause is gone or the reader closes it. */
  showProblem(cause: string, text: string): void {
    const close = create('button', { type: 'button', 'aria-label': 'Close message' });
    const line = create('p', { class: 'problem', role: 'alert' }, text, close);
    close.addEventListener('click', () => line.remove());
    this.#problems.set(cause, [...(this.#problems.get(cause) ?? []), line]);
    this.root.append(line);
  }

  clearProblem(cause: string): void {
    for (const line of this.#problems.get(cause) ?? []) line.remove();
    this.#problems.delete(cause);
  }

  #begin(name: string): { line: HTMLElement; bar: HTMLProgressElement } {
    const bar = create('progress', { 'aria-label': `Loading ${name}` });
    const line = create('p', { part: 'progress' }, `${name} …`, bar);
    const entry = { line, bar };
    this.#progress.set(name, entry);
    this.root.append(line);
    return entry;
  }
}
