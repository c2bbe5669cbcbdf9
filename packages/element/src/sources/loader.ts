import { INPUT_NAMES, type InputName } from './inputs.js';

/**
 * The state of all inputs:
 *
 * - `empty`: there is no model;
 * - `loading`: at least one input of the picture is being loaded;
 * - `shown`: as `ready`, but the song or physics is being loaded, or the song waits until playback starts;
 * - `ready`: the model is loaded, and every other input is loaded or has failed;
 * - `failed`: the model could not be loaded.
 */
type LoaderState = 'empty' | 'loading' | 'shown' | 'ready' | 'failed';

/** Puts what was loaded in its place. What is still to load for it, such as physics, is the promise that it returns. */
export type Place = () => Promise<void> | void;

/** All inputs but the song. */
const PICTURE = INPUT_NAMES.filter((name) => name !== 'audio');

export interface LoaderOptions {
  /** Can an input be loaded now? If not, {@link Loader.start} is called when it can. */
  canStart(name: InputName): boolean;
  /** The state became `loading`, or more inputs started to load. */
  onStart(): void;
  /** Loads the input of a name. */
  load(name: InputName, signal: AbortSignal): Promise<Place>;
  onError(name: InputName, error: unknown): void;
  /** One input was loaded or failed. */
  onLoaded(): void;
  /** There is a model, and everything that the picture needs is in its place. */
  onShown(): void;
  /** The state is neither `loading` nor `shown` any more. */
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
  /** Those of them that are in their place, where something is still to load for them. */
  readonly #placed = new Set<InputName>();
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
    return this.#requested.has(name) || (this.#loading.has(name) && !this.#placed.has(name));
  }

  /** Loads an input at the end of the task, together with the others of the same task. */
  request(name: InputName): void {
    this.#requested.add(name);
    this.schedule();
  }

  /** Calls {@link start} at the end of the task. */
  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.start();
    });
  }

  /** Starts what was requested and can start now. */
  start(): void {
    const names = this.#startable;
    if (names.length === 0) return;
    for (const name of names) this.#requested.delete(name);
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
    this.#placed.clear();
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
    await this.#when(() => this.#state !== 'loading' && this.#state !== 'shown', signal);
  }

  /** Resolves when the picture has all that it needs, or all but one input; rejects if `signal` is aborted before. */
  async whenShown(signal: AbortSignal, except?: InputName): Promise<void> {
    await this.#when(() => !this.#isPicturePending(except), signal);
  }

  async #when(isTrue: () => boolean, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    while (!isTrue()) {
      const stop = (): void => this.#resolveWaiting();
      signal?.addEventListener('abort', stop, { once: true });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      signal?.removeEventListener('abort', stop);
      signal?.throwIfAborted();
    }
  }

  get #startable(): InputName[] {
    return [...this.#requested].filter((name) => this.#options.canStart(name));
  }

  #isPicturePending(except?: InputName): boolean {
    return PICTURE.some((name) => name !== except && this.isPending(name));
  }

  #replace(name: InputName): AbortSignal {
    this.#loading.get(name)?.abort();
    this.#placed.delete(name);
    const controller = new AbortController();
    this.#loading.set(name, controller);
    return controller.signal;
  }

  async #load(name: InputName, signal: AbortSignal): Promise<void> {
    try {
      const place = await this.#options.load(name, signal);
      if (signal.aborted) return;
      const rest = place();
      if (name === 'model') this.#hasFailed = false;
      if (rest) await this.#finish(name, rest);
    } catch (error) {
      if (signal.aborted) return;
      if (name === 'model') this.#hasFailed = true;
      this.#options.onError(name, error);
    }
    if (signal.aborted) return;
    this.#loading.delete(name);
    queueMicrotask(() => this.#settle()); // after the events that the player has queued for the result
  }

  /** Waits for what is still to load for an input that is in its place. */
  async #finish(name: InputName, rest: Promise<void>): Promise<void> {
    this.#placed.add(name);
    queueMicrotask(() => this.#settle());
    await rest;
  }

  #settle(): void {
    const last = this.#state;
    if (last !== 'loading' && last !== 'shown') return; // cancelled, or settled together with another input
    const isShown = !this.#isPicturePending();
    if (isShown) this.#state = this.#stateWithPicture;
    const state = this.#state;
    this.#options.onLoaded();
    if (isShown && last === 'loading' && !this.#hasFailed && this.#options.hasModel())
      this.#options.onShown();
    if (isShown && state !== 'shown') this.#options.onSettled();
    this.#resolveWaiting();
  }

  get #stateWithPicture(): LoaderState {
    if (this.#hasFailed) return 'failed';
    if (!this.#options.hasModel()) return 'empty';
    return this.#loading.size + this.#requested.size > 0 ? 'shown' : 'ready';
  }

  #resolveWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
