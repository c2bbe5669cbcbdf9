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
    return () => {
      this.#users--;
      this.endAfter(0);
    };
  }

  /** Ends after a time unless somebody uses it then; replaces an earlier time. */
  endAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#users === 0) this.end();
    }, milliseconds);
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#onEnd();
  }
}
