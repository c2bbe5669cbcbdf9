import { said, say } from '../../../shared/language/texts.js';
import { element } from '../../../shared/dom.js';

/** The panels beside the picture, of which one at most is open, and the buttons that open them. */
export class Panels {
  readonly #panels: readonly HTMLElement[] = [...document.querySelectorAll<HTMLElement>('.panel')];
  readonly #onOpen: (name: string) => void;
  readonly #onClose: (name: string) => void;
  #open: HTMLElement | undefined;

  /** `onOpen` gets the id of a panel that opens, `onClose` that of a panel that was open before. */
  constructor(onOpen: (name: string) => void, onClose: (name: string) => void) {
    this.#onOpen = onOpen;
    this.#onClose = onClose;
    for (const panel of this.#panels) {
      const title = panel.querySelector('h2')!;
      const label = said(() => say('Close: {name}', { name: title.textContent }));
      const close = element('button', { type: 'button', class: 'close', 'aria-label': label });
      close.addEventListener('click', () => this.close());
      panel.append(close);
    }
    for (const button of this.#buttons) button.setAttribute('aria-expanded', 'false');
    window.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#open || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
  }

  get #buttons(): readonly HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>('[data-panel]')];
  }

  isOpen(name: string): boolean {
    return this.#open?.id === name;
  }

  toggle(name: string): void {
    if (this.isOpen(name)) this.close();
    else this.open(name);
  }

  /**
   * Opens a panel in place of the one that is open. The focus moves into it, unless the page opens it of its
   * own accord.
   */
  open(name: string, takesFocus = true): void {
    this.#show(this.#panels.find(({ id }) => id === name));
    this.#onOpen(name);
    if (takesFocus) this.#open?.focus({ preventScroll: true });
  }

  /** Closes the panel. The focus goes back to the button that opens it. */
  close(): void {
    const { activeElement } = document;
    const hadFocus = this.#open?.contains(activeElement) || activeElement === document.body;
    const { id } = this.#open ?? {};
    this.#show(undefined);
    const seen = this.#buttons.filter((button) => button.offsetParent !== null);
    if (hadFocus) (seen.find(({ dataset }) => dataset['panel'] === id) ?? seen[0])?.focus();
  }

  #show(shown: HTMLElement | undefined): void {
    const last = this.#open;
    this.#open = shown;
    for (const panel of this.#panels) panel.hidden = panel !== shown;
    for (const button of this.#buttons) {
      button.setAttribute('aria-expanded', String(button.dataset['panel'] === shown?.id));
    }
    if (shown) shown.parentElement!.scrollTop = 0;
    if (last && last !== shown) this.#onClose(last.id);
  }
}
