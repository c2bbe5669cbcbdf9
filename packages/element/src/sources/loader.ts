import type { TaskQueue } from '@odori/runtime/internal/three';
import { isPreloaded } from '../player-attributes.js';
import { INPUT_NAMES, type InputName } from './inputs.js';

/**
 * The state of all inputs:
 *
 * - `empty`: there is no model and no stage;
 * - `loading`: at least one input of the picture is being loaded;
 * - `shown`: as `ready`, but the song or physics is being loaded, or the song waits until playback starts;
 * - `ready`: a model is loaded, and every other input is loaded or has failed;
 * - `failed`: no model could be loaded.
 */
type LoaderState = 'empty' | 'loading' | 'shown' | 'ready' | 'failed';

/** An input that is loaded. */
export interface LoadedInput {
  /** Puts it into the content, or removes the last one if there is no input any more. */
  attach(): void;
  /** Loads what may come after the picture. */
  finish?: () => Promise<void>;
}

/** One input of the element, or one of its children, for the loader. */
export interface LoadableInput {
  /** Has the element this input? */
  readonly isGiven: boolean;
  /** The input has changed: what is known of the last one goes. */
  begin(): void;
  /** Rejects with a sentence for the page if it cannot be loaded. */
  load(signal: AbortSignal): Promise<LoadedInput>;
}

/** What is loaded: an input by its name, or a child, which is loaded with its own motion. */
export type InputKey = InputName | LoadableInput;

type LoadableInputs = { readonly [N in InputName]: LoadableInput };

/** Playback, for its loader. */
export interface LoaderHost {
  readonly element: HTMLElement;
  inputRequested(key: InputKey): void;
  /** The state became `loading`, or more inputs started to load. */
  loadingStarted(): void;
  inputFailed(key: InputKey, error: unknown): void;
  /** One input was loaded or failed. */
  inputEnded(): void;
  /** There is a model or a stage, and all of the picture is there. */
  pictureCompleted(): void;
  /** The state is neither `loading` nor `shown` any more. */
  loadingEnded(): void;
}

/**
 * Loads inputs and children. What is requested in one task loads together. A second request for an input
 * replaces the first.
 *
 * What the first picture needs comes first: a model waits for its motion, so that it does not stand still
 * with its arms stretched out, and for the other models; physics and the song are loaded when the picture is
 * complete.
 */
export class Loader {
  readonly #host: LoaderHost;
  readonly #tasks: TaskQueue;
  /** What loads the inputs, while the element is in the page. */
  #inputs: LoadableInputs | undefined;
  /** Requested, but not started. */
  readonly #requested = new Set<InputKey>();
  /** Started, but not ended. */
  readonly #loading = new Map<InputKey, AbortController>();
  /** The models among them that are loaded and wait for the rest of the picture. */
  readonly #arrived = new Set<InputKey>();
  /** Those that are attached, where something is still to load for them. */
  readonly #attached = new Set<InputKey>();
  /** The models that are attached. */
  readonly #models = new Set<InputKey>();
  /** The models that could not be loaded. */
  readonly #failed = new Set<InputKey>();
  #waiting: (() => void)[] = [];
  /** Will {@link #start} be called at the end of the task? */
  #isScheduled = false;
  #isHeld = false;
  /** Is everything loaded, whatever `preload` says? */
  #loadsAll = false;
  /** Can nothing be shown, whatever is loaded? */
  #isBlocked = false;
  #state: LoaderState = 'empty';

  constructor(host: LoaderHost, tasks: TaskQueue) {
    this.#host = host;
    this.#tasks = tasks;
  }

  /** The element is in the page: loads all inputs that it has. */
  open(inputs: LoadableInputs): void {
    this.cancel(); // forgets inputs that were given and removed outside of the page
    this.#inputs = inputs;
    for (const name of INPUT_NAMES) if (inputs[name].isGiven) this.request(name);
  }

  /** The element is not in the page any more. */
  close(): void {
    this.cancel();
    this.#inputs = undefined;
    this.#loadsAll = false;
  }

  /** Loads what `preload` has left out. */
  loadAll(): void {
    this.#loadsAll = true;
    this.schedule();
  }

  /** While it is held, nothing more starts to load. */
  set isHeld(isHeld: boolean) {
    this.#isHeld = isHeld;
    if (!isHeld) this.#start();
  }

  get state(): LoaderState {
    return this.#state;
  }

  /**
   * Is an input being loaded at this moment? False in the event of the last error, where the state is still
   * `loading`.
   */
  get isLoading(): boolean {
    return this.#loading.size > 0;
  }

  /** Is an input being loaded, or does one begin to load at the end of the task? */
  get isBusy(): boolean {
    return this.isLoading || this.#startable.length > 0;
  }

  /** Is an input requested or being loaded? */
  isPending(name: InputKey): boolean {
    return this.#requested.has(name) || (this.#loading.has(name) && !this.#attached.has(name));
  }

  /** Loads an input at the end of the task, together with the others of the same task. */
  request(name: InputKey): void {
    this.#host.inputRequested(name);
    this.#requested.add(name);
    this.schedule();
  }

  /** At the end of the task, starts what was requested and can start then. */
  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#start();
    });
  }

  #start(): void {
    const names = this.#startable;
    if (names.length === 0) return;
    for (const name of names) this.#requested.delete(name);
    this.#state = 'loading';
    const signals = names.map((name) => this.#replace(name));
    this.#host.loadingStarted();
    for (const [i, name] of names.entries()) void this.#load(name, signals[i]);
  }

  /** Ends everything that is loading or requested. */
  cancel(): void {
    this.#requested.clear();
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
    for (const keys of [this.#arrived, this.#attached, this.#models, this.#failed]) keys.clear();
    this.#isBlocked = false;
    this.#state = 'empty';
    this.#resolveWaiting();
  }

  /** Sets the state `failed`: nothing can be shown, whatever is loaded. */
  fail(): void {
    this.#isBlocked = true;
    this.#state = 'failed';
  }

  /** Resolves when nothing is loading any more; rejects if `signal` is aborted before. */
  async whenSettled(signal?: AbortSignal): Promise<void> {
    await this.#when(() => this.#state !== 'loading' && this.#state !== 'shown', signal);
  }

  /** Resolves when a model is there; rejects if `signal` is aborted before. */
  async whenModel(signal?: AbortSignal): Promise<void> {
    await this.#when(() => this.#models.size > 0, signal);
  }

  /** Is a model there, or is one requested or being loaded? */
  get mayShow(): boolean {
    return this.#models.size > 0 || [...this.#requested, ...this.#loading.keys()].some(isModel);
  }

  /** Resolves when the picture has all that it needs; rejects if `signal` is aborted before. */
  async #whenShown(signal: AbortSignal): Promise<void> {
    await this.#when(() => !this.#isPicturePending, signal);
  }

  /** A model is loaded: resolves when only models are left that have arrived too. */
  async #arrive(key: InputKey, signal: AbortSignal): Promise<void> {
    this.#arrived.add(key);
    this.#resolveWaiting();
    await this.#when(() => this.#picture.every((other) => this.#arrived.has(other)), signal);
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

  get #startable(): InputKey[] {
    return [...this.#requested].filter((name) => this.#canStart(name));
  }

  /** Inputs that were removed are never left waiting. */
  #canStart(key: InputKey): boolean {
    if (!this.#inputs || this.#isHeld) return false;
    return this.#loadsAll || !this.#inputOf(key).isGiven || isPreloaded(this.#host.element, key);
  }

  /** The pending inputs of the picture: all but the song. */
  get #picture(): InputKey[] {
    const keys = new Set([...this.#requested, ...this.#loading.keys()]);
    return [...keys].filter((key) => key !== 'audio' && this.isPending(key));
  }

  get #isPicturePending(): boolean {
    return this.#picture.length > 0;
  }

  #inputOf(key: InputKey): LoadableInput {
    return typeof key === 'string' ? this.#inputs![key] : key;
  }

  #replace(name: InputKey): AbortSignal {
    this.#loading.get(name)?.abort();
    this.#attached.delete(name);
    this.#arrived.delete(name);
    const controller = new AbortController();
    this.#loading.set(name, controller);
    return controller.signal;
  }

  async #load(name: InputKey, signal: AbortSignal): Promise<void> {
    const input = this.#inputOf(name);
    try {
      input.begin();
      if (name === 'audio') await this.#whenShown(signal);
      const loaded = await input.load(signal);
      if (isModel(name)) await this.#arrive(name, signal);
      if (signal.aborted) return;
      loaded.attach();
      if (isModel(name)) this.#noteModel(name, input.isGiven, false);
      if (loaded.finish) await this.#finish(name, loaded.finish, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#loading.delete(name);
      if (isModel(name)) this.#noteModel(name, false, true);
      this.#host.inputFailed(name, error);
    }
    if (signal.aborted) return;
    this.#loading.delete(name);
    queueMicrotask(() => this.#settle()); // after the events that the player has queued for the result
  }

  #noteModel(key: InputKey, isShown: boolean, hasFailed: boolean): void {
    if (isShown) this.#models.add(key);
    else this.#models.delete(key);
    if (hasFailed) this.#failed.add(key);
    else this.#failed.delete(key);
  }

  /** Loads what may come after the picture for an input that is attached. */
  async #finish(name: InputKey, finish: () => Promise<void>, signal: AbortSignal): Promise<void> {
    this.#attached.add(name);
    queueMicrotask(() => this.#settle());
    await this.#whenShown(signal);
    await this.#tasks.run(finish, signal);
  }

  #settle(): void {
    const last = this.#state;
    if (last !== 'loading' && last !== 'shown') return; // cancelled, or settled together with another input
    const isShown = !this.#isPicturePending;
    if (isShown) this.#state = this.#stateWithPicture;
    const state = this.#state;
    this.#host.inputEnded();
    if (isShown && last === 'loading' && !this.#isBlocked && this.#models.size > 0)
      this.#host.pictureCompleted();
    if (isShown && state !== 'shown') this.#host.loadingEnded();
    this.#resolveWaiting();
  }

  get #stateWithPicture(): LoaderState {
    if (this.#isBlocked) return 'failed';
    if (this.#models.size === 0) return this.#failed.size > 0 ? 'failed' : 'empty';
    return this.#loading.size + this.#requested.size > 0 ? 'shown' : 'ready';
  }

  #resolveWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** The model or the project of the element, or a child: what can be shown. */
export function isModel(key: InputKey): boolean {
  return key === 'model' || key === 'project' || typeof key === 'object';
}
