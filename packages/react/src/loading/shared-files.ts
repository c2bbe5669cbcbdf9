import { use } from 'react';
import { Held } from './held.js';

/**
 * Milliseconds. React renders a component that throws more than once, and each time must find the same error.
 */
const FAILURE_TIME = 500;
/** Milliseconds. A render that was thrown away may come again; otherwise its file is not needed. */
const RENDER_TIME = 30_000;

/** How many promises components may wait for. */
let waitCount = 0;

/** What a promise will give, for components that wait for it. */
export class Loading<T> {
  readonly promise: Promise<T>;
  /** Whether the promise was rejected. */
  hasFailed = false;

  constructor(promise: Promise<T>) {
    this.promise = promise;
    waitCount++;
    void promise
      .then(
        // React's names for a promise whose value it can take at once. Without them, `use` suspends even if
        // the promise has resolved, and React then shows a fallback for 0.3 s.
        (value) => Object.assign(promise, { status: 'fulfilled', value }),
        () => (this.hasFailed = true), // who reads it gets the error
      )
      .then(() => waitCount--);
  }

  /**
   * The value. The component is suspended while there is none; if the promise was rejected, its error goes to
   * the nearest error boundary.
   */
  read(): T {
    return use(this.promise);
  }
}

/** A file that is loading or loaded, for all components that show it. */
export class SharedFile<T> extends Held {
  readonly source: unknown;
  /** Separates contents of one source. */
  readonly variant: string | undefined;
  readonly loading: Loading<T>;

  /** `onEnd` is called when no component uses the file any more. */
  constructor(source: unknown, variant: string | undefined, load: () => Promise<T>, onEnd: () => void) {
    super(onEnd);
    this.source = source;
    this.variant = variant;
    // Later, because progress bars that listen to the manager must not change while React renders.
    this.loading = new Loading(Promise.resolve().then(load));
    this.loading.promise.catch(() => this.expire()); // the next component tries again
  }

  /**
   * Ends after some time unless a component holds the file then: React may throw away the render that asks
   * for it. A render that waits for other files, too, is not thrown away yet.
   */
  expire(): this {
    if (this.loading.hasFailed) this.endAfter(FAILURE_TIME);
    else this.endAfter(RENDER_TIME, () => waitCount > 0);
    return this;
  }
}

/** The files that components show, each loaded once. */
export class SharedFiles<T> {
  readonly #files = new Set<SharedFile<T>>();
  readonly #onEnd: ((content: T) => void) | undefined;

  /** `onEnd` is called with the content of a file that no component uses any more. */
  constructor(onEnd?: (content: T) => void) {
    this.#onEnd = onEnd;
  }

  /** The file of a source; `load` loads it unless it is there already. O(files). */
  open(source: string | object, load: () => Promise<T>, variant?: string): SharedFile<T> {
    const found = this.#of(source).find((file) => file.variant === variant);
    if (found) return found;
    const file = new SharedFile<T>(keyOf(source), variant, load, () => {
      this.#files.delete(file);
      file.loading.promise.then(this.#onEnd, () => {});
    });
    this.#files.add(file);
    return file;
  }

  /** Forgets a source: the next `open` loads it anew. What was not used ends. */
  forget(source: string | object): void {
    for (const file of this.#of(source)) {
      this.#files.delete(file);
      file.endAfter(0);
    }
  }

  #of(source: string | object): SharedFile<T>[] {
    return [...this.#files].filter((file) => file.source === keyOf(source));
  }
}

/** The text of a URL, which may belong to another window, or the source itself. */
function keyOf(source: string | object): unknown {
  return (source as URL).href ?? source;
}
