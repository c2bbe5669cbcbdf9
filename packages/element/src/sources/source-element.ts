import { PlayerMediaElement } from '../media/player-media-element.js';
import type { MotionSources } from './motion-choice.js';
import type { AudioSource, ModelSource, MotionSource } from './source.js';

/** What an element can be given, by attribute or property. */
export interface Sources {
  model?: ModelSource | undefined;
  motion?: MotionSources | undefined;
  camera?: MotionSource | undefined;
  pose?: MotionSource | undefined;
  audio?: AudioSource | undefined;
}

export type SourceName = keyof Sources;

export const SOURCE_NAMES: readonly SourceName[] = ['model', 'motion', 'camera', 'pose', 'audio'];

export function isSourceName(name: string): name is SourceName {
  return (SOURCE_NAMES as readonly string[]).includes(name);
}

/** The part of the element that is given files. */
export abstract class SourceElement extends PlayerMediaElement {
  readonly #sources: Sources = {};
  readonly #stale = new Set<SourceName>();

  /** An address, a file or zip, a folder, or a model, which stays yours. */
  get model(): ModelSource | null {
    return this.#sources.model ?? null;
  }

  set model(source: ModelSource | null | undefined) {
    this.#give('model', source);
  }

  /** One motion, or several to choose from. */
  get motion(): MotionSources | null {
    return this.#sources.motion ?? null;
  }

  set motion(source: MotionSources | null | undefined) {
    this.#give('motion', source);
  }

  /** Camera and light; without one those of the motion. */
  get camera(): MotionSource | null {
    return this.#sources.camera ?? null;
  }

  set camera(source: MotionSource | null | undefined) {
    this.#give('camera', source);
  }

  /** How the model stands while it has no motion. */
  get pose(): MotionSource | null {
    return this.#sources.pose ?? null;
  }

  set pose(source: MotionSource | null | undefined) {
    this.#give('pose', source);
  }

  /** The song. */
  get audio(): AudioSource | null {
    return this.#sources.audio ?? null;
  }

  set audio(source: AudioSource | null | undefined) {
    this.#give('audio', source);
  }

  /** Is there anything that could load now? */
  protected abstract get canLoad(): boolean;

  /** Loads what was given last. */
  protected abstract load(names: readonly SourceName[]): void;

  /** Was something given that is not being loaded yet? */
  protected get hasStale(): boolean {
    return this.#stale.size > 0;
  }

  protected source<N extends SourceName>(name: N): Sources[N] {
    return this.#sources[name];
  }

  /** The value of an attribute. */
  protected takeAddress(name: SourceName, value: string | null): void {
    this.#take(name, value === null || value.trim() === '' ? undefined : value.trim());
  }

  /** Everything is to be loaded, as if it were given anew. */
  protected takeAll(): void {
    this.#stale.clear(); // what was given and taken back before is not missed
    for (const name of SOURCE_NAMES) {
      if (this.#sources[name] !== undefined) this.#take(name, this.#sources[name]);
    }
  }

  protected loadStale(): void {
    if (!this.canLoad || this.#stale.size === 0) return;
    const names = [...this.#stale];
    this.#stale.clear();
    this.load(names);
  }

  #give<N extends SourceName>(name: N, source: Sources[N] | null): void {
    if (typeof source === 'string') this.setAttribute(name, source);
    else if (source === null || source === undefined) {
      this.removeAttribute(name);
      this.#take(name, undefined);
    } else this.#take(name, source);
  }

  /** What is given in one task is loaded together. */
  #take<N extends SourceName>(name: N, source: Sources[N]): void {
    this.#sources[name] = source;
    if (this.#stale.size === 0) queueMicrotask(() => this.loadStale());
    this.#stale.add(name);
  }
}
