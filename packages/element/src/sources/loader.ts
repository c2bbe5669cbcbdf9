import type { InputName } from './inputs.js';

/**
 * The state of all inputs:
 *
 * - `empty`: there is no model;
 * - `loading`: at least one input is being loaded;
 * - `ready`: the model is loaded, and every other input is loaded or has failed;
 * - `failed`: the model could not be loaded.
 */
type LoaderState = 'empty' | 'loading' | 'ready' | 'failed';

export interface LoaderOptions {
  /** Can loading start now? If not, {@link Loader.start} is called when it can. */
  canStart(): boolean;
  /** The state became `loading`, or more inputs started to load. */
  onStart(): void;
  /** Loads the input of a name. Resolves to a function that puts the result in its place. */
  load(name: InputName, signal: AbortSignal): Promise<() => void>;
  onError(name: InputName, error: unknown): void;
  /** One input was loaded or failed. */
  onLoaded(): void;
  /** The state is not `loading` any more. */
  onSettled(): void;
  hasModel(): boolean;
}

/**
 * Loads inputs by name. Inputs that are requested in one task load together. A second request for an input replaces the
 * first.
 */
export class Loader {
  readonly #options: LoaderOptions;
  /** Requested, but not started. */
  readonly #requested = new Set<InputName>();
  /** Started, but not ended. */
  readonly #loading = new Map<InputName, AbortController>();
  #waiting: (() => void)[] = [];
  /** Will {@link start} be called at the end of the task? */
  #isScheduled = false;
  #hasFailed = false;
  #state: LoaderState = 'empty';

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  get state(): LoaderState {
    return this.#state;
  }

  /** Is an input being loaded at this moment? False in the event of the last error, where the state is still `loading`. */
  get isLoading(): boolean {
    return this.#loading.size > 0;
  }

  /** Is an input requested or being loaded? */
  isPending(name: InputName): boolean {
    return this.#requested.has(name) || this.#loading.has(name);
  }

  /** Loads an input at the end of the task, together with the others of the same task. */
  request(name: InputName): void {
    this.#requested.add(name);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.start();
    });
  }

  /** Starts what was requested, if it can start now. */
  start(): void {
    if (this.#requested.size === 0 || !this.#options.canStart()) return;
    const names = [...this.#requested];
    this.#requested.clear();
    this.#state = 'loading';
    const signals = names.map((name) => this.#replace(name));
    this.#options.onStart();
    for (const [i, name] of names.entries()) void this.#load(name, signals[i]);
  }

  /** Ends everything that is loading or requested. */
  cancel(): void {
    this.#requested.clear();
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
    this.#hasFailed = false;
    this.#state = 'empty';
    this.#resolveWaiting();
  }

  /** Sets the state `failed`: nothing can be shown, whatever is loaded. */
  fail(): void {
    this.#hasFailed = true;
    this.#state = 'failed';
  }

  /** Resolves when nothing is loading any more; rejects if `signal` is aborted before. */
  async whenSettled(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    while (this.#state === 'loading') {
      const stop = (): void => this.#resolveWaiting();
      signal?.addEventListener('abort', stop, { once: true });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      signal?.removeEventListener('abort', stop);
      signal?.throwIfAborted();
    }
  }

  #replace(name: InputName): AbortSignal {
    this.#loading.get(name)?.abort();
    const controller = new AbortController();
    this.#loading.set(name, controller);
    return controller.signal;
  }

  async #load(name: InputName, signal: AbortSignal): Promise<void> {
    try {
      const place = await this.#options.load(name, signal);
      if (signal.aborted) return;
      this.#loading.delete(name);
      place();
      if (name === 'model') this.#hasFailed = false;
    } catch (error) {
      if (signal.aborted) return;
      this.#loading.delete(name);
      if (name === 'model') this.#hasFailed = true;
      this.#options.onError(name, error);
    }
    queueMicrotask(() => this.#settle()); // after the events that the player has queued for the result
  }

  #settle(): void {
    if (this.#state !== 'loading') return; // cancelled, or settled together with another input
    const isSettled = this.#loading.size + this.#requested.size === 0;
    if (isSettled) this.#state = this.#hasFailed ? 'failed' : this.#options.hasModel() ? 'ready' : 'empty';
    this.#options.onLoaded();
    if (!isSettled) return;
    this.#options.onSettled();
    this.#resolveWaiting();
  }

  #resolveWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
