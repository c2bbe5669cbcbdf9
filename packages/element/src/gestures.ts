import { loadMotion, Motion, type PerformOptions, type PerformResult } from '@odori/runtime';
import type { Content } from './content.js';
import { prefersReducedMotion, refusedCodesOf, workerUseOf } from './player-attributes.js';
import type { MotionInput } from './sources/inputs.js';
import type { Loader } from './sources/loader.js';

/** Playback, for gestures. */
interface GestureHost {
  readonly element: HTMLElement;
  readonly loader: Loader;
  readonly content: Content | undefined;
}

/** Loads gestures, each of them once, and performs them when a model is there. */
export class Gestures {
  readonly #host: GestureHost;
  readonly #loaded = new Map<string, Promise<Motion>>();

  constructor(host: GestureHost) {
    this.#host = host;
  }

  /** As `element.perform`. */
  async perform(input: MotionInput, options: PerformOptions): Promise<PerformResult> {
    if (prefersReducedMotion()) return 'stopped';
    const { signal } = options;
    try {
      const motion = await this.#load(input);
      await this.#host.loader.whenModel(signal);
      return (await this.#host.content?.perform(motion, options)) ?? 'stopped';
    } catch (error) {
      if (signal?.aborted === true) return 'stopped';
      throw error;
    }
  }

  /** A URL that could not be loaded may be tried again. */
  #load(input: MotionInput): Promise<Motion> | Motion {
    if (input instanceof Motion) return input;
    if (typeof input !== 'string') return this.#open(input);
    const url = new URL(input, document.baseURI).href;
    const loading = this.#loaded.get(url) ?? this.#open(url);
    this.#loaded.set(url, loading);
    loading.catch(() => this.#loaded.delete(url));
    return loading;
  }

  #open(input: Exclude<MotionInput, Motion>): Promise<Motion> {
    const { element } = this.#host;
    return loadMotion(input, { worker: workerUseOf(element), refuse: refusedCodesOf(element) });
  }
}
