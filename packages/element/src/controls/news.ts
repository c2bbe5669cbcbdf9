import { create } from './create.js';

/** What is told over the picture: how far files are, and what went wrong. */
export class News {
  readonly root: HTMLElement = create('div', { class: 'news', part: 'news' });
  readonly #progress = new Map<string, { line: HTMLElement; bar: HTMLProgressElement }>();
  readonly #problems = new Map<string, HTMLElement>();

  /** `total` 0: unknown. */
  showProgress(name: string, loaded: number, total: number): void {
    const { bar } = this.#progress.get(name) ?? this.#begin(name);
    if (total > 0) bar.value = loaded / total;
  }

  endProgress(name: string): void {
    this.#progress.get(name)?.line.remove();
    this.#progress.delete(name);
  }

  /** One line for each cause, until it is taken back. */
  showProblem(cause: string, text: string): void {
    this.clearProblem(cause);
    const line = create('p', { class: 'problem', role: 'alert' }, text);
    this.#problems.set(cause, line);
    this.root.append(line);
  }

  clearProblem(cause: string): void {
    this.#problems.get(cause)?.remove();
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
