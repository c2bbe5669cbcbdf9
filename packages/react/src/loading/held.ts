/**
 * Something that components use. It ends soon after the last of them has let go of it.
 *
 * Not at once: in development, React lets every effect go and begins it again, and so does fast refresh.
 */
export class Held {
  /** Whether it has ended. */
  isOver = false;
  #users = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Registers a user. Returns the function by which it lets go. */
  hold(): () => void {
    this.#users++;
    this.isOver = false;
    return () => {
      this.#users--;
      this.endAfter(0);
    };
  }

  /**
   * Ends after a time unless it is in use then, or as often as `isWaited` is true; replaces an earlier time.
   */
  endAfter(milliseconds: number, isWaited?: () => boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (isWaited?.()) this.endAfter(milliseconds, isWaited);
      else if (this.#users === 0) this.end();
    }, milliseconds);
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#onEnd();
  }
}
