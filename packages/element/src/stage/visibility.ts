/** Watches whether an element can be seen: on the screen, and the page in front. */
export class Visibility {
  readonly #onChange: (isVisible: boolean) => void;
  readonly #observer: IntersectionObserver;
  #isOnScreen = false;
  #isVisible = false;

  constructor(element: Element, onChange: (isVisible: boolean) => void) {
    this.#onChange = onChange;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isOnScreen = entries.at(-1)!.isIntersecting;
      this.#heed();
    });
    this.#observer.observe(element);
    document.addEventListener('visibilitychange', this.#heed);
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  dispose(): void {
    this.#observer.disconnect();
    document.removeEventListener('visibilitychange', this.#heed);
  }

  readonly #heed = (): void => {
    const isVisible = this.#isOnScreen && !document.hidden;
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#onChange(isVisible);
  };
}
