import { MmdModel } from '@odori/model';
import type { Motion, MotionPlayer } from '@odori/runtime';
import type { News } from './controls/news.js';
import type { Sound } from './media/sound.js';
import type { LoadEvents } from './sources/load-events.js';
import { loadModelSource } from './sources/load-model-source.js';
import { loadMotionSource } from './sources/load-motion-source.js';
import { choicesOf, loadChoice, type MotionChoice, type MotionSources } from './sources/motion-choice.js';
import { problemText } from './sources/problem.js';
import { type AudioSource, type ModelSource, type MotionSource, nameOf } from './sources/source.js';
import type { SourceName, Sources } from './sources/source-element.js';
import { SourceSlot } from './sources/source-slot.js';
import type { Viewport } from './viewport/viewport.js';

export interface ShowParts {
  readonly viewport: Viewport;
  readonly player: MotionPlayer;
  readonly sound: Sound;
  readonly news: News;
  /** Something was loaded, or failed to be. */
  onChange(): void;
  /** There can be no picture, and why. */
  onBroken(message: string): void;
}

/** Seconds from one motion of the picker to the next. */
const CHANGE_SECONDS = 0.4;

/** What is on stage, and what is on its way there. */
export class Show {
  readonly #parts: ShowParts;
  readonly #slots: Record<SourceName, SourceSlot<unknown>> = {
    model: new SourceSlot(),
    motion: new SourceSlot(),
    camera: new SourceSlot(),
    pose: new SourceSlot(),
    audio: new SourceSlot(),
  };
  #guest: Guest | undefined;
  #choices: readonly MotionChoice[] = [];
  #index = 0;
  #camera: Motion | undefined;
  /** Until a change of motions is over. */
  #changeSeconds = 0;

  constructor(parts: ShowParts) {
    this.#parts = parts;
  }

  get model(): MmdModel | undefined {
    return this.#guest?.model;
  }

  get motion(): Motion | undefined {
    return this.#choices[this.#index]?.motion;
  }

  get motionNames(): readonly string[] {
    return this.#choices.map(({ name }) => name);
  }

  get motionIndex(): number {
    return this.#index;
  }

  get isLoading(): boolean {
    return Object.values(this.#slots).some(({ isBusy }) => isBusy);
  }

  get hasMotionCamera(): boolean {
    return (this.#camera ?? this.motion)?.camera !== undefined;
  }

  /** Loads what was given, instead of what was there; undefined takes it away. Never rejects. */
  load<N extends SourceName>(name: N, source: Sources[N]): Promise<void> {
    const { news } = this.#parts;
    news.clearProblem(name);
    if (name === 'model')
      return this.#load(name, source as ModelSource, loadGuest, (guest) => this.#take(guest));
    if (name === 'motion') return this.#loadMotions(source as MotionSources);
    if (name === 'camera')
      return this.#load(name, source as MotionSource, loadMotionSource, (m) => this.#film(m));
    if (name === 'pose')
      return this.#load(name, source as MotionSource, loadMotionSource, (m) => this.#idle(m));
    return this.#loadSong(source as AudioSource | undefined);
  }

  /** Goes over to another of the motions; false if there is no such, or it is the one that is chosen. */
  choose(index: number): boolean {
    const choice = this.#choices[index];
    if (!choice || index === this.#index) return false;
    this.#index = index;
    this.#changeSeconds = CHANGE_SECONDS;
    if (this.model) this.#parts.player.crossfade(this.model, choice.motion, CHANGE_SECONDS);
    this.#follow();
    this.#parts.onChange();
    return true;
  }

  /** Is one motion going over to another? That goes on in pauses. */
  get isChanging(): boolean {
    return this.#changeSeconds > 0;
  }

  /** Lets time pass. */
  update(deltaSeconds: number): void {
    this.#changeSeconds = Math.max(this.#changeSeconds - deltaSeconds, 0);
  }

  dispose(): void {
    for (const slot of Object.values(this.#slots)) slot.cancel();
    const { player, sound } = this.#parts;
    player.media = undefined;
    sound.close();
    this.#take(undefined);
    player.camera = player.light = undefined;
    player.idle = undefined;
  }

  async #load<S extends ModelSource | MotionSource, T>(
    name: SourceName,
    source: S | undefined,
    load: (source: S, signal: AbortSignal, events: LoadEvents) => Promise<T>,
    take: (loaded: T | undefined) => void,
  ): Promise<void> {
    const slot = this.#slots[name] as SourceSlot<T | undefined>;
    if (source === undefined) {
      slot.cancel();
      take(undefined);
      this.#parts.onChange();
      return;
    }
    const label = nameOf(source);
    await slot.load(
      (signal) => this.#tell({ name, label, signal }, (events) => load(source, signal, events)),
      take,
      (error) => this.#fail(name, label, error),
    );
    this.#parts.onChange();
  }

  async #loadMotions(sources: MotionSources | undefined): Promise<void> {
    const slot = this.#slots.motion as SourceSlot<readonly MotionChoice[]>;
    const files = sources === undefined ? [] : choicesOf(sources);
    await slot.load(
      async (signal) => {
        const choices = await Promise.all(files.map((parts) => this.#loadChoice(parts, signal)));
        return choices.filter((choice) => choice !== undefined);
      },
      (choices) => this.#offer(choices),
      (error) => this.#fail('motion', 'motion', error),
    );
    this.#parts.onChange();
  }

  /** One that cannot be had is told of, and does not keep the others away. */
  async #loadChoice(parts: readonly MotionSource[], signal: AbortSignal): Promise<MotionChoice | undefined> {
    const { news } = this.#parts;
    const label = parts.map(nameOf).join(' + ');
    try {
      return await this.#tell({ name: 'motion', label, signal }, (events) =>
        loadChoice(parts, signal, events),
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      news.showProblem('motion', problemText(label, error));
      return undefined;
    }
  }

  async #loadSong(source: AudioSource | undefined): Promise<void> {
    const { player, sound } = this.#parts;
    const slot = this.#slots.audio as SourceSlot<HTMLMediaElement | undefined>;
    player.media = undefined;
    const label = source === undefined ? '' : nameOf(source);
    await slot.load(
      async (signal) => {
        if (source === undefined) {
          sound.close();
          return undefined;
        }
        const song = source instanceof URL ? String(source) : source;
        return this.#tell({ name: 'audio', label, signal }, () => sound.open(song, signal));
      },
      (audio) => {
        player.media = audio;
      },
      (error) => {
        sound.close();
        this.#parts.news.showProblem('audio', problemText(label, error));
      },
    );
    this.#parts.onChange();
  }

  /** Tells how far a file is, and what is wrong with it. */
  async #tell<T>({ name, label, signal }: Loading, load: (events: LoadEvents) => Promise<T>): Promise<T> {
    const { news } = this.#parts;
    const end = (): void => news.endProgress(label);
    signal.addEventListener('abort', end, { once: true });
    news.showProgress(label, 0, 0);
    try {
      return await load({
        onProgress: (loaded, total) => {
          if (!signal.aborted) news.showProgress(label, loaded, total);
        },
        onFlaw: (text) => {
          if (!signal.aborted) news.showProblem(name, text);
        },
      });
    } finally {
      signal.removeEventListener('abort', end);
      if (!signal.aborted) end();
    }
  }

  #fail(name: SourceName, label: string, error: unknown): void {
    const text = problemText(label, error);
    this.#parts.news.showProblem(name, text);
    if (name !== 'model') return;
    this.#take(undefined); // the last one is not what was asked for
    this.#parts.onBroken(text);
  }

  #take(guest: Guest | undefined): void {
    const { viewport, player } = this.#parts;
    const last = this.#guest;
    if (last) player.remove(last.model);
    viewport.model = guest?.model;
    if (last?.isOurs) last.model.dispose();
    this.#guest = guest;
    if (guest) player.add(guest.model, this.motion);
    this.#follow();
  }

  #offer(choices: readonly MotionChoice[]): void {
    this.#choices = choices;
    this.#index = 0;
    const { player } = this.#parts;
    if (this.model) player.add(this.model, this.motion);
    if (!player.media && player.currentTime > 0) player.currentTime = 0; // a song goes on, a dance alone begins
    this.#follow();
  }

  #film(camera: Motion | undefined): void {
    this.#camera = camera;
    this.#follow();
  }

  #idle(pose: Motion | undefined): void {
    this.#parts.player.idle = pose;
    this.#follow();
  }

  /** Camera and light come with the camera's file, else with the dance. */
  #follow(): void {
    const { viewport, player } = this.#parts;
    const { camera, light } = viewport.follow(this.#camera ?? this.motion);
    player.camera = camera;
    player.light = light;
    player.step(0);
    viewport.restartOrbit();
  }
}

/** A file on its way. */
interface Loading {
  readonly name: SourceName;
  readonly label: string;
  readonly signal: AbortSignal;
}

/** A model on stage; one that was given as a model stays its owner's. */
interface Guest {
  readonly model: MmdModel;
  readonly isOurs: boolean;
}

async function loadGuest(source: ModelSource, signal: AbortSignal, events: LoadEvents): Promise<Guest> {
  return { model: await loadModelSource(source, signal, events), isOurs: !(source instanceof MmdModel) };
}
