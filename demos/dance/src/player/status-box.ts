import { byId } from '../../../shared/dom.js';

const MESSAGE_MILLISECONDS = 8000;

/**
 * The messages of the page. A message disappears after a while, unless the user has opened a list in it; a problem stays
 * until the user closes it.
 */
export class StatusBox {
  readonly #text = byId('status', HTMLElement);
  readonly #close = byId('close', HTMLButtonElement);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#close.addEventListener('click', () => this.show([]));
  }

  show(lines: readonly (HTMLElement | string)[], isProblem = false): void {
    this.#replace(lines);
    this.#close.hidden = !isProblem && !this.#text.querySelector('details');
    if (!isProblem) this.#timer = setTimeout(() => this.#fade(), MESSAGE_MILLISECONDS);
  }

  #fade(): void {
    if (!this.#text.querySelector('details[open]')) this.show([]);
  }

  /** Shows a message until the next one. */
  showProgress(...lines: readonly (HTMLElement | string)[]): void {
    this.#replace(lines);
    this.#close.hidden = true;
  }

  #replace(lines: readonly (HTMLElement | string)[]): void {
    clearTimeout(this.#timer);
    this.#text.replaceChildren(...lines);
    this.#text.scrollTop = 0;
  }
}
