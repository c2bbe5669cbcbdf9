import { part } from '../../../shared/dom.js';

const NEWS_MILLISECONDS = 8000;

/** What the page has to tell: news goes away by itself, a problem stays until somebody closes it. */
export class StatusBox {
  readonly #text = part('status', HTMLElement);
  readonly #close = part('close', HTMLButtonElement);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#close.addEventListener('click', () => this.say([]));
  }

  say(lines: readonly (HTMLElement | string)[], isProblem = false): void {
    this.#show(lines);
    this.#close.hidden = !isProblem;
    if (!isProblem) this.#timer = setTimeout(() => this.#text.replaceChildren(), NEWS_MILLISECONDS);
  }

  /** Until there is something else to say. */
  wait(...lines: readonly (HTMLElement | string)[]): void {
    this.#show(lines);
    this.#close.hidden = true;
  }

  #show(lines: readonly (HTMLElement | string)[]): void {
    clearTimeout(this.#timer);
    this.#text.replaceChildren(...lines);
    this.#text.scrollTop = 0;
  }
}
