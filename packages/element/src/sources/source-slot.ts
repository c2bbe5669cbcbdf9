/** One thing that is being loaded, or was: a new one ends what is under way. */
export class SourceSlot<T> {
  #abort = new AbortController();
  #isBusy = false;

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Loads, and takes what comes unless something else was wanted meanwhile. Never rejects. */
  async load(
    load: (signal: AbortSignal) => Promise<T>,
    take: (loaded: T) => void,
    fail: (error: unknown) => void,
  ): Promise<void> {
    this.cancel();
    const { signal } = this.#abort;
    this.#isBusy = true;
    try {
      const loaded = await load(signal);
      if (signal.aborted) return;
      this.#isBusy = false;
      take(loaded);
    } catch (error) {
      if (signal.aborted) return;
      this.#isBusy = false;
      fail(error);
    }
  }

  cancel(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#isBusy = false;
  }
}
