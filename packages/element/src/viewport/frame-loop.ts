interface FrameLoopOptions {
  /** Called once per frame while the element is visible, with the seconds since the last frame. */
  onFrame(deltaSeconds: number): void;
  onVisibilityChange(isVisible: boolean): void;
}

/** Runs while an element is visible: on the screen and in the active tab. */
export class FrameLoop {
  readonly #element: Element;
  readonly #options: FrameLoopOptions;
  readonly #observer: IntersectionObserver;
  /** Undefined until the browser has reported it. */
  #isOnScreen: boolean | undefined;
  #isVisible = false;
  #request: number | undefined;
  #lastMilliseconds: number | undefined;

  constructor(element: Element, options: FrameLoopOptions) {
    this.#element = element;
    this.#options = options;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isOnScreen = entries.at(-1)!.isIntersecting;
      this.#updateVisibility();
    });
    this.#observer.observe(element);
    document.addEventListener('visibilitychange', this.#updateVisibility);
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  get isOnScreen(): boolean {
    if (this.#isOnScreen !== undefined) return this.#isOnScreen;
    const { top, right, bottom, left } = this.#element.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  }

  dispose(): void {
    this.#run(false);
    this.#observer.disconnect();
    document.removeEventListener('visibilitychange', this.#updateVisibility);
  }

  readonly #updateVisibility = (): void => {
    const isVisible = this.#isOnScreen === true && !document.hidden;
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#run(isVisible);
    this.#options.onVisibilityChange(isVisible);
  };

  #run(isRunning: boolean): void {
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#lastMilliseconds = undefined;
    this.#request = isRunning ? requestAnimationFrame(this.#tick) : undefined;
  }

  readonly #tick = (milliseconds: number): void => {
    const delta = (milliseconds - (this.#lastMilliseconds ?? milliseconds)) / 1000;
    this.#lastMilliseconds = milliseconds;
    this.#request = requestAnimationFrame(this.#tick);
    this.#options.onFrame(delta);
  };
}
