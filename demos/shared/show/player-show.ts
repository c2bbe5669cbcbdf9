import type { OdoriPlayerElement } from '@odori/element';
import { MmdModel } from '@odori/model';
import { loadMotion, Motion } from '@odori/runtime';
import {
  discardOpenedFiles,
  noFiles,
  type OpenedFiles,
  type OpenedModel,
  type OpenedSong,
} from '../open/opened-files.js';
import type { OpenedMotion } from '../open/open-motion.js';
import { readModel, readSorted, type ReadOptions } from '../open/read-files.js';
import { type GetFiles, type SortedFiles, sortFiles } from '../open/sort-files.js';
import { problemText } from '../problem-text.js';
import { element } from '../dom.js';
import { cameraOptions, danceOptions, type MotionOption } from './motion-options.js';

/** What a page does when the player shows something else. */
export interface ShowEvents {
  /** Files are being read. */
  onReading?(): void;
  /** `opened` are the files that the user has opened last; undefined after a choice or a reset. */
  onChange?(show: PlayerShow, opened: OpenedFiles | undefined): void;
  /** Plays a project that is among the files. Resolves to sentences on why not if none can be played. */
  onProject?(sorted: SortedFiles): Promise<readonly HTMLElement[] | undefined>;
}

/** The sources of the player. */
type Inputs = Pick<OdoriPlayerElement, 'model' | 'motion' | 'camera' | 'pose' | 'audio'>;

/** A pose, or a dance, that the user can choose. */
interface Choice extends MotionOption {
  readonly isPose: boolean;
}

/**
 * Shows the files of the user in a player, in place of the page's own model, motion, camera and song.
 *
 * Files that are opened one after the other add up: a new model goes on with the current motion, a new motion starts at its
 * beginning. The page's own camera and song belong to its own dance and go with it.
 */
export class PlayerShow {
  readonly #player: OdoriPlayerElement;
  readonly #events: ShowEvents;
  readonly #example: Inputs;
  /** What the player has got last. */
  #given: Inputs;
  #model: OpenedModel | undefined;
  #dances: readonly Choice[] = [];
  #poses: readonly Choice[] = [];
  #choice: Choice | undefined;
  #cameras: readonly MotionOption[] = [];
  #camera: MotionOption | undefined;
  #song: OpenedSong | undefined;
  #isMirrored = false;
  readonly #mirrorImages = new Map<string, Promise<Motion>>();
  /** Files are read at once, but shown in the order in which they were opened. */
  #openings: Promise<void> = Promise.resolve();
  /** Counts resets. A reset discards the files that are still being read. */
  #resets = 0;

  constructor(player: OdoriPlayerElement, events: ShowEvents) {
    this.#player = player;
    this.#events = events;
    const { model, motion, camera, pose, audio } = player;
    this.#example = this.#given = { model, motion, camera, pose, audio };
  }

  /** The model of the user; undefined: that of the page. */
  get model(): OpenedModel | undefined {
    return this.#model;
  }

  /** The names of the dances and poses of the user; empty: the dance of the page. */
  get motionNames(): readonly string[] {
    return this.#choices.map(({ name }) => name);
  }

  /** Which of them is shown; −1 without any. */
  get motionIndex(): number {
    return this.#choice ? this.#choices.indexOf(this.#choice) : -1;
  }

  /** The motion of the user that is shown; undefined: that of the page. */
  get motion(): MotionOption | undefined {
    return this.#choice;
  }

  /** The names of the cameras of the user. */
  get cameraNames(): readonly string[] {
    return this.#cameras.map(({ name }) => name);
  }

  /** Which of them is used; −1: none. */
  get cameraIndex(): number {
    return this.#camera ? this.#cameras.indexOf(this.#camera) : -1;
  }

  get songName(): string | undefined {
    return this.#song?.name;
  }

  /** Whether the page's own dance plays, whoever dances it. */
  get isExampleDance(): boolean {
    return this.#choice === undefined;
  }

  /** Whether nothing of the user is shown. */
  get isExample(): boolean {
    return this.isExampleDance && !this.#model && !this.#camera && !this.#song;
  }

  /** Whether left and right are exchanged, in the dance and in its camera. */
  get isMirrored(): boolean {
    return this.#isMirrored;
  }

  /** Opens files, folders and zips. Calls `getFiles` at once. Resolves when they are shown; never rejects. */
  open(getFiles: GetFiles): Promise<void> {
    return this.#openLater(() => this.#read(sortFiles(getFiles)));
  }

  /** Shows another model of the files from which the current one comes. */
  chooseModel(path: string): Promise<void> {
    const model = this.#model!;
    return this.#openLater(() => readModel(model, path, this.#readOptions));
  }

  /** Shows another dance or pose, from its beginning. */
  chooseMotion(index: number): Promise<void> {
    return this.#change(() => {
      this.#choice = this.#choices[index];
      return true;
    });
  }

  /** Uses another camera; −1: none of the user. */
  chooseCamera(index: number): Promise<void> {
    return this.#change(() => {
      this.#camera = this.#cameras[index];
      return false;
    });
  }

  /** Exchanges left and right, or back. The time stays. */
  mirror(isMirrored: boolean): Promise<void> {
    return this.#change(() => {
      this.#isMirrored = isMirrored;
      return false;
    });
  }

  /** Shows what the page showed at first, from its beginning. */
  reset(): Promise<void> {
    this.#resets++;
    return this.#change(() => {
      this.#model = this.#choice = this.#camera = this.#song = undefined;
      this.#dances = this.#poses = [];
      this.#cameras = [];
      this.#isMirrored = false;
      return true;
    });
  }

  get #choices(): readonly Choice[] {
    return [...this.#dances, ...this.#poses];
  }

  get #readOptions(): ReadOptions {
    const physics = this.#player.physics;
    return { physics, songs: true, projects: this.#events.onProject !== undefined };
  }

  async #read(sorting: Promise<SortedFiles>): Promise<OpenedFiles | undefined> {
    const sorted = await sorting;
    const isProject = this.#events.onProject && sorted.paths.project.length > 0;
    const problems = isProject ? await this.#events.onProject!(sorted) : [];
    if (!problems) return undefined;
    const opened = await readSorted(sorted, this.#readOptions);
    opened.problems.unshift(...problems);
    return opened;
  }

  #openLater(read: () => Promise<OpenedFiles | undefined>): Promise<void> {
    const resets = this.#resets;
    this.#events.onReading?.();
    const reading = read();
    return this.#enqueue(async () => {
      const opened = await reading;
      if (!opened) return;
      if (resets === this.#resets) await this.#show(opened);
      else discardOpenedFiles(opened);
    });
  }

  #change(change: () => boolean): Promise<void> {
    return this.#enqueue(async () => {
      await this.#apply(change());
      this.#events.onChange?.(this, undefined);
    });
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#openings = this.#openings.then(task).catch((error: unknown) => {
      const problem = element('span', {}, problemText(error));
      this.#events.onChange?.(this, { ...noFiles(), problems: [problem] });
    });
    return this.#openings;
  }

  async #show(opened: OpenedFiles): Promise<void> {
    const { model, dances, poses, cameras, song, names } = opened;
    if (model) this.#model = model;
    if (dances.length > 0) this.#dances = danceOptions(dances).map((dance) => ({ ...dance, isPose: false }));
    if (poses.length > 0) this.#poses = poses.map(poseChoice);
    if (dances.length > 0) [this.#choice] = this.#dances;
    else if (poses.length > 0) [this.#choice] = this.#poses;
    if (cameras.length > 0) [this.#camera] = this.#cameras = cameraOptions(cameras);
    if (song) {
      this.#song = song;
      this.#player.muted = false;
    }
    await this.#apply(names.length > 0);
    this.#events.onChange?.(this, opened);
    if (names.length > 0) await this.#play();
  }

  /** Gives the player what has changed, and waits until it is shown. */
  async #apply(isFromStart: boolean): Promise<void> {
    const player = this.#player;
    const inputs = await this.#inputs();
    const changed = Object.entries(inputs).filter(
      ([name, value]) => value !== this.#given[name as keyof Inputs],
    );
    const time = isFromStart ? 0 : player.currentTime;
    const lastInputs = this.#given;
    this.#given = inputs;
    if (changed.length > 0) {
      player.setAttribute('preload', 'auto'); // what the user has opened is to be seen at once
      const isSettled = whenSettled(player);
      Object.assign(player, Object.fromEntries(changed));
      await isSettled;
    }
    const isStopped = inputs.motion !== lastInputs.motion && player.currentTime < time; // a motion alone starts again
    if (player.readyState > 0 && (isFromStart || isStopped)) player.currentTime = time;
    const last = lastInputs.model;
    const isOurs = last instanceof MmdModel && last !== this.#example.model;
    if (isOurs && last !== inputs.model) last.dispose();
  }

  async #inputs(): Promise<Inputs> {
    const { model, pose } = this.#example;
    const choice = this.#choice;
    const motion = choice ? (choice.isPose ? null : choice.motion) : this.#example.motion;
    const camera = this.#camera?.motion ?? (choice ? null : this.#example.camera);
    return {
      model: this.#model?.model ?? model,
      motion: await this.#turned(motion),
      camera: await this.#turned(camera),
      pose: choice?.isPose ? await this.#turned<Motion>(choice.motion) : pose,
      audio: this.#song?.file ?? (choice ? null : this.#example.audio),
    };
  }

  /** The mirror image of a motion, if it is asked for. That of a file of the page is loaded once. */
  async #turned<Input extends Inputs['motion']>(input: Input): Promise<Input | Motion> {
    if (!this.#isMirrored) return input;
    if (input instanceof Motion) return input.mirror();
    if (typeof input !== 'string' || input === AUTO) return input;
    const image = this.#mirrorImages.get(input) ?? loadMotion(input).then((motion) => motion.mirror());
    this.#mirrorImages.set(input, image);
    return image;
  }

  /** A browser that refuses to play the song plays without sound; the player then offers it. */
  async #play(): Promise<void> {
    const player = this.#player;
    try {
      await player.play();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return; // it has said why, or was paused
      player.muted = true;
      await player.play();
    }
  }
}

/** The automatic camera. */
const AUTO = 'auto';

function poseChoice(pose: OpenedMotion): Choice {
  return { ...pose, files: [pose], isPose: true };
}

/** Resolves when the player has loaded what it is given next, or cannot. */
function whenSettled(player: OdoriPlayerElement): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      player.removeEventListener('canplay', settle);
      player.removeEventListener('error', settle);
      resolve();
    };
    player.addEventListener('canplay', settle);
    player.addEventListener('error', settle);
    queueMicrotask(() => player.error && settle()); // nothing is loaded while the player has an error
  });
}
