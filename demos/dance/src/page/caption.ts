import { byId, element } from '../../../shared/dom.js';

const SHOWN_MILLISECONDS = 6000;

/** The names of what plays, shown for some seconds. The card has them too. */
export class Caption {
  readonly #line = byId('caption', HTMLElement);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The first name is the most important one. */
  show([first, ...others]: readonly string[]): void {
    clearTimeout(this.#timer);
    const rest = others.map((name) => ` · ${name}`);
    this.#line.replaceChildren(element('strong', {}, first), ...rest);
    this.#line.classList.add('shown');
    this.#timer = setTimeout(() => this.hide(), SHOWN_MILLISECONDS);
  }

  hide(): void {
    this.#line.classList.remove('shown');
  }
}
