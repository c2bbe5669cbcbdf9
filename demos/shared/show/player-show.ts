import { say } from '../language/texts.js';
import type { OdoriPlayerElement, Stage } from '@odori/element';
import { MmdModel } from '@odori/model';
import { Motion } from '@odori/runtime';
import {
  discardOpenedFiles,
  noFiles,
  type OpenedFiles,
  type OpenedAvatar,
  type OpenedModel,
  type OpenedSong,
} from '../open/opened-files.js';
import type { OpenedMotion } from '../open/open-motion.js';
import type { ReadingNotice } from '../open/reading-notice.js';
import { parseModels, type ParsedModels } from '../open/parse-models.js';
import { readModel, readSorted, type ReadOptions } from '../open/read-files.js';
import { type Files, type GetFiles, type SortedFiles, sortFiles } from '../open/sort-files.js';
import { fileName, problemText } from '../problem-text.js';
import { element } from '../dom.js';
import { besideDancer, type OpenedStage, openStages, stageOfMotion } from '../stages/opened-stage.js';
import { ShownStages } from '../stages/shown-stages.js';
import type { Inputs } from './inputs.js';
import { loadMirrorImage } from './mirror-image.js';
import type { CastShow } from '../group/cast-show.js';
import type { Arrangement } from '../group/read-cast.js';
import { cameraOptions, danceOptions, type MotionOption } from './motion-options.js';
import type { WholeShow } from './whole-show.js';

/** What a page does when the player shows something else. */
export interface ShowEvents {
  /** Files are being read. */
  onReading?(): void;
  /** `opened` are the files that the user has opened last; undefined after a choice or a reset. */
  onChange?(show: PlayerShow, opened: OpenedFiles | undefined): void;
  /**
   * Gives the player the stage of a project, or one of the user; undefined: the stage of the page. Without
   * it, the player's own stage changes.
   */
  onStage?(stage: Stage | undefined): void;
}

/** What was read. */
interface Read {
  readonly opened: OpenedFiles;
  readonly project?: WholeShow | undefined;
  /** Called before it is shown, if it comes with all that belongs to its dance: see `openWhole`. */
  readonly onShow?: () => void;
}

/** A pose, or a dance, that the user can choose. */
interface Choice extends MotionOption {
  readonly isPose: boolean;
}

/**
 * Shows the files of the user in a player, in place of the page's own model, motion, camera and song.
 *
 * Files that are opened one after the other add up: a new model goes on with the current motion, a new motion
 * starts at its beginning. The page's own song belongs to its own dance and goes with it; to a song of the
 * user, that dance is fitted. The page's camera goes with another model, too, whose head and hands are
 * elsewhere: the automatic camera films it.
 */
export class PlayerShow {
  readonly #player: OdoriPlayerElement;
  readonly #events: ShowEvents;
  readonly #example: Inputs;
  /** What the player has got last. */
  #given: Inputs;
  readonly #stage: OdoriPlayerElement['stage'];
  #model: OpenedModel | undefined;
  /** In place of a model. */
  #avatar: OpenedAvatar | undefined;
  #dances: readonly Choice[] = [];
  #poses: readonly Choice[] = [];
  #choice: Choice | undefined;
  #cameras: readonly MotionOption[] = [];
  #camera: MotionOption | undefined;
  #song: OpenedSong | undefined;
  /** What the user has put around the dancer. */
  readonly #stages: ShownStages;
  #project: WholeShow | undefined;
  /** The project in the player. */
  #enteredProject: WholeShow | undefined;
  /** What the player has in place of the stage of the page. */
  #shownStage: Stage | undefined;
  #isMirrored = false;
  readonly #mirrorImages = new Map<string, Motion>();
  /** Files are read at once, but shown in the order in which they were opened. */
  #openings: Promise<void> = Promise.resolve();
  /** Counts resets. A reset discards the files that are still being read. */
  #resets = 0;

  constructor(player: OdoriPlayerElement, events: ShowEvents) {
    this.#player = player;
    this.#events = events;
    const { model, motion, camera, pose, audio } = player;
    this.#stage = player.stage;
    this.#stages = new ShownStages(player);
    this.#example = this.#given = { model, motion, camera, pose, audio };
  }

  /** The model of the user; undefined: that of the page. */
  get model(): OpenedModel | undefined {
    return this.#model;
  }

  /** The avatar of the user, in place of a model. */
  get avatar(): OpenedAvatar | undefined {
    return this.#avatar;
  }

  /** Whether the model or avatar is that of the user. */
  get isOwnDancer(): boolean {
    return (this.#model ?? this.#avatar) !== undefined;
  }

  /** The names of the dances and poses of the user; empty: the dance of the page. */
  get motionNames(): readonly string[] {
    return this.choices.map(({ name }) => name);
  }

  /** Which of them is shown; −1 without any. */
  get motionIndex(): number {
    return this.#choice ? this.choices.indexOf(this.#choice) : -1;
  }

  /** The dances and poses of the user. */
  get choices(): readonly Choice[] {
    return [...this.#dances, ...this.#poses];
  }

  /** The motion of the user that is shown; undefined: that of the page. */
  get motion(): MotionOption | undefined {
    return this.#choice;
  }

  /** The cameras of the user. */
  get cameras(): readonly MotionOption[] {
    return this.#cameras;
  }

  get cameraNames(): readonly string[] {
    return this.#cameras.map(({ name }) => name);
  }

  /** Which of them is used; −1: none. */
  get cameraIndex(): number {
    return this.#camera ? this.#cameras.indexOf(this.#camera) : -1;
  }

  /** The song of the user. */
  get song(): OpenedSong | undefined {
    return this.#song;
  }

  get songName(): string | undefined {
    return this.#song?.name;
  }

  /** The stages and props of the user. */
  get stages(): readonly OpenedStage[] {
    return this.#stages.all;
  }

  /** The project, or the dancers, that are shown instead of model, motion, camera and song. */
  get project(): WholeShow | undefined {
    return this.#project;
  }

  /** Several models that are shown together, see {@link project}. */
  get cast(): CastShow | undefined {
    return this.#project && 'cast' in this.#project ? (this.#project as CastShow) : undefined;
  }

  /** Whether the page's own dance plays, with any dancer. */
  get isExampleDance(): boolean {
    return this.#choice === undefined && !this.#project;
  }

  /** Whether the page's own dance follows the song of the user, for which it was not made. */
  get isFitted(): boolean {
    return this.isExampleDance && this.#song !== undefined;
  }

  /** Whether nothing of the user is shown. */
  get isExample(): boolean {
    return (
      this.isExampleDance &&
      !this.isOwnDancer &&
      this.#cameras.length === 0 &&
      !this.#song &&
      this.#stages.all.length === 0
    );
  }

  /** Whether left and right are exchanged, in the dance and in its camera. */
  get isMirrored(): boolean {
    return this.#isMirrored;
  }

  /** Opens files, folders and zips. Calls `getFiles` at once. Resolves when they are shown; never rejects. */
  open(getFiles: GetFiles, notice?: ReadingNotice): Promise<void> {
    return this.#openLater(async () => this.#read(await sortFiles(getFiles), notice));
  }

  /**
   * Opens what belongs together, as {@link open} does, but nothing of the last dance goes on: neither its
   * camera nor its song, nor several dancers. `onShow` is called when all that was opened before is shown,
   * and these files are next.
   */
  openWhole(files: Files, onShow: () => void): Promise<void> {
    return this.#openLater(async () => {
      const sorted = await sortFiles(() => files);
      return { ...(await this.#read(sorted, undefined, true)), onShow };
    });
  }

  /**
   * Opens the folder of the current model, which was opened without its textures. Other models and motions in
   * it stay where they are. A folder without that model is opened as any other.
   */
  completeModel(getFiles: GetFiles, notice: ReadingNotice): Promise<void> {
    const name = fileName(this.#model!.path);
    return this.#openLater(async () => {
      const sorted = await sortFiles(getFiles);
      const { files, paths } = sorted;
      const path = paths.model.find((each) => fileName(each) === name);
      if (path === undefined) return this.#read(sorted, notice);
      notice.progress = UNPACKED;
      return { opened: await readModel({ files, paths: paths.model }, path, this.#readOptions) };
    });
  }

  /** Shows another model of the files from which the current one comes. */
  chooseModel(path: string): Promise<void> {
    const model = this.#model!;
    return this.#openLater(async () => ({ opened: await readModel(model, path, this.#readOptions) }));
  }

  /** Shows another dance or pose, from its beginning. */
  chooseMotion(index: number): Promise<void> {
    return this.#change(() => {
      this.#choice = this.choices[index];
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

  /** Lets physics move hair and clothes, or not. */
  usePhysics(isUsed: boolean): void {
    this.#player.physics = isUsed;
    if (this.#project) this.#project.physics = isUsed;
  }

  /**
   * Exchanges left and right, or back. The time stays. A project of MMD is not mirrored. After a failure, the
   * next call tries again.
   */
  mirror(isMirrored: boolean): Promise<void> {
    return this.#enqueue(async () => {
      const wasMirrored = this.#isMirrored;
      this.#isMirrored = isMirrored;
      try {
        await this.#apply(false);
        this.#events.onChange?.(this, undefined);
      } catch (error) {
        this.#isMirrored = wasMirrored;
        const problem = problemText(error);
        this.#report(
          say('The mirror image could not be loaded ({problem}). Mirror again to retry.', { problem }),
        );
      }
    });
  }

  /** Shows what the page showed at first, from its beginning. */
  reset(): Promise<void> {
    this.#resets++;
    return this.#change(() => {
      this.#model = this.#avatar = this.#project = undefined;
      this.#forgetDance();
      void this.#stages.show([]);
      this.#isMirrored = false;
      return true;
    });
  }

  get #readOptions(): ReadOptions {
    const physics = this.#player.physics;
    return { physics, songs: true, projects: true, avatars: true };
  }

  /** A project that can be read, or a saved cast, is all that is shown of the files. */
  async #read(sorted: SortedFiles, notice?: ReadingNotice, isWhole = false): Promise<Read> {
    if (notice) notice.progress = UNPACKED;
    const problems: HTMLElement[] = [];
    if (sorted.paths.project.length > 0) {
      const { findSavedCast } = await import('../group/saved-cast.js');
      const saved = await findSavedCast(sorted.files);
      if (saved) return this.#readCast(saved.files, saved.arrangement);
      const { readProjectShow } = await import('./project-show.js');
      const project = await readProjectShow(this.#player, sorted, problems);
      if (project) return { opened: { ...noFiles(), names: [project.name], problems }, project };
    }
    const models = await parseModels(sorted);
    if (notice) notice.progress = PARSED;
    const dancers = models.dancers.length + sorted.paths.avatar.length;
    if (dancers > 1) return this.#readCast(sorted.files);
    const cast = isWhole ? undefined : this.cast;
    if (dancers === 0 && cast && !problems.length) return this.#readMore(cast, sorted);
    const opened = await this.#readDance(sorted, models);
    if (notice) notice.progress = LOADED;
    opened.problems.unshift(...problems);
    return { opened };
  }

  /** One dancer at most, and what stands around her. */
  async #readDance(sorted: SortedFiles, models: ParsedModels): Promise<OpenedFiles> {
    const stages = await openStages(sorted, models.stages);
    const dancers = sorted.paths.model.filter((path) => !models.stagePaths.has(path));
    const opened = await readSorted(
      { ...sorted, paths: { ...sorted.paths, model: dancers } },
      { ...this.#readOptions, stages: stages.length > 0 },
    );
    const hasDancer = opened.model !== undefined || opened.avatar !== undefined;
    for (const dance of opened.dances.slice()) {
      const stage = stageOfMotion(stages, dance, hasDancer);
      if (stage === undefined) continue;
      stages[stage] = { ...stages[stage], motion: dance.motion, motionPath: dance.path };
      opened.dances.splice(opened.dances.indexOf(dance), 1);
    }
    const areAlone = !hasDancer && !this.isOwnDancer && stages.every(({ isWide }) => !isWide);
    opened.stages = areAlone ? besideDancer(stages, this.#stages.all.length) : stages;
    return opened;
  }

  /** Several dancers are shown together. */
  async #readCast(files: Files, arrangement?: Arrangement): Promise<Read> {
    const { readCastShow } = await import('../group/read-cast-show.js');
    const opened = noFiles();
    const project = await readCastShow(
      this.#player,
      await sortFiles(() => files),
      opened.problems,
      arrangement,
    );
    opened.names.push(project.name);
    return { opened, project };
  }

  /** Motions, cameras, a song and stages come to the dancers that are shown. */
  #readMore(show: CastShow, { files, paths }: SortedFiles): Promise<Read> {
    const all = new Map([...files, ...show.cast.files]);
    return this.#readCast(all, show.arrangement(paths.motion.length + paths.pose.length > 0));
  }

  /** The dancers have other dances, from their beginning. */
  chooseDances(show: CastShow, dances: CastShow['dances']): Promise<void> {
    return this.#change(() => {
      show.dances = dances;
      return true;
    });
  }

  /** Asks who of several dancers dances what. */
  async askWho(show: CastShow): Promise<void> {
    const { askWho } = await import('../group/read-cast-show.js');
    const dances = await askWho(show);
    if (dances && show === this.cast) await this.chooseDances(show, dances);
  }

  /** The camera shows all dancers and stands still, or does what it did again. */
  holdCamera(show: CastShow, isStill: boolean): void {
    if (show.isStill === isStill) return;
    show.isStill = isStill;
    void this.#change(() => false);
  }

  #forgetDance(): void {
    this.#choice = this.#camera = this.#song = undefined;
    this.#dances = this.#poses = [];
    this.#cameras = [];
  }

  #openLater(read: () => Promise<Read>): Promise<void> {
    const resets = this.#resets;
    this.#events.onReading?.();
    const reading = read();
    return this.#enqueue(async () => {
      const { opened, project, onShow } = await reading;
      if (resets === this.#resets) {
        onShow?.();
        if (onShow && opened.names.length > 0) this.#forgetDance();
        return this.#show(opened, project);
      }
      discardOpenedFiles(opened);
      project?.leave();
    });
  }

  #change(change: () => boolean): Promise<void> {
    return this.#enqueue(async () => {
      await this.#apply(change());
      this.#events.onChange?.(this, undefined);
    });
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#openings = this.#openings.then(task).catch((error: unknown) => this.#report(problemText(error)));
    return this.#openings;
  }

  #report(problem: string): void {
    this.#events.onChange?.(this, { ...noFiles(), problems: [element('span', {}, problem)] });
  }

  async #show(opened: OpenedFiles, project?: WholeShow): Promise<void> {
    const { model, avatar, dances, poses, cameras, song, stages, names } = opened;
    if (project || model || avatar || names.length > 0) this.#project = project;
    if (model || avatar) [this.#model, this.#avatar] = [model, avatar];
    if (dances.length > 0) this.#dances = danceOptions(dances).map((dance) => ({ ...dance, isPose: false }));
    if (poses.length > 0) this.#poses = poses.map(poseChoice);
    if (dances.length > 0) [this.#choice] = this.#dances;
    else if (poses.length > 0) [this.#choice] = this.#poses;
    if (cameras.length > 0) [this.#camera] = this.#cameras = cameraOptions(cameras);
    if (song) {
      this.#song = song;
      this.#player.muted = false;
    }
    const standing = project ? this.#stages.show(project.stages) : this.#stages.add(stages);
    // a player that shall load nothing yet loads no stage before `#apply`
    await Promise.all([standing, this.#apply(names.length > 0)]);
    this.#events.onChange?.(this, opened);
    if (names.length > 0) await this.#play();
  }

  /** Gives the player what has changed, and waits until it is shown. */
  async #apply(isFromStart: boolean): Promise<void> {
    const player = this.#player;
    if (this.cast) this.cast.isMirrored = this.#isMirrored;
    const inputs = await this.#inputs();
    const changed = Object.entries(inputs).filter(
      ([name, value]) => value !== this.#given[name as keyof Inputs],
    );
    const time = isFromStart ? 0 : player.currentTime;
    const lastInputs = this.#given;
    this.#given = inputs;
    const appearing = this.#project === this.#enteredProject ? undefined : this.#project?.appear?.();
    player.setAttribute('preload', 'auto'); // what the user has opened is to be seen at once
    if (changed.length > 0) {
      player.fit = this.isFitted ? 'song' : 'none';
      const isSettled = whenSettled(player, this.isFitted ? 'canplaythrough' : 'canplay');
      Object.assign(player, Object.fromEntries(changed));
      await isSettled;
    }
    await appearing;
    this.#enterProject();
    // a motion alone starts again
    const isStopped = inputs.motion !== lastInputs.motion && player.currentTime < time;
    if (player.readyState > 0 && (isFromStart || isStopped)) player.currentTime = time;
    const last = lastInputs.model;
    const isOurs = last instanceof MmdModel && last !== this.#example.model;
    if (isOurs && last !== inputs.model) last.dispose();
  }

  /** Puts the scene of the project, or a stage of the user, in the place of the stage, or that back. */
  #enterProject(): void {
    const [last, next] = [this.#enteredProject, this.#project];
    this.#enteredProject = next;
    const stage = next?.stage ?? this.#stages.ground;
    if (stage !== this.#shownStage) {
      this.#shownStage = stage;
      if (this.#events.onStage) this.#events.onStage(stage);
      else this.#player.stage = stage ?? this.#stage;
    }
    if (next === last) return;
    last?.leave();
    if (!next) return;
    next.physics = this.#player.physics;
    next.enter?.();
  }

  async #inputs(): Promise<Inputs> {
    if (this.#project) return this.#project.inputs;
    const { model, pose } = this.#example;
    const choice = this.#choice;
    const motion = choice ? (choice.isPose ? null : choice.motion) : this.#example.motion;
    const ownCamera = choice?.motion.camera ? null : AUTO;
    const camera = this.#camera?.motion ?? (choice || this.isOwnDancer ? ownCamera : this.#example.camera);
    return {
      model: this.#avatar?.file ?? this.#model?.model ?? model,
      motion: await this.#turned(motion),
      camera: await this.#turned(camera),
      pose: choice?.isPose ? await this.#turned<Motion>(choice.motion) : pose,
      audio: this.#song?.file ?? (choice ? null : this.#example.audio),
    };
  }

  /**
   * The mirror image of a motion, if it is asked for. That of the page's own dance is made of what the player
   * has loaded.
   */
  async #turned<Input extends Inputs['motion'] | Inputs['camera']>(input: Input): Promise<Input | Motion> {
    if (!this.#isMirrored || input === AUTO) return input;
    if (input instanceof Motion) return input.mirror();
    if (typeof input !== 'string') return input;
    const image = this.#mirrorImages.get(input) ?? (await this.#mirrorImage(input));
    this.#mirrorImages.set(input, image);
    return image;
  }

  async #mirrorImage(url: string): Promise<Motion> {
    const { loadedMotion } = this.#player;
    const isLoaded = url === this.#given.motion && loadedMotion && this.#player.fit === 'none';
    return isLoaded ? loadedMotion.mirror() : loadMirrorImage(url);
  }

  /** A browser that refuses to play the song plays without sound; the player then offers it. */
  async #play(): Promise<void> {
    const player = this.#player;
    try {
      await player.play();
    } catch (error) {
      // it has said why, or was paused
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      player.muted = true;
      await player.play();
    }
  }
}

/** How much of the work is done, about. */
const [UNPACKED, PARSED, LOADED] = [0.2, 0.4, 0.8];
/** The automatic camera. */
const AUTO = 'auto';

function poseChoice(pose: OpenedMotion): Choice {
  return { ...pose, files: [pose], isPose: true };
}

/** Resolves when the player has loaded what it is given next, or cannot. */
function whenSettled(player: OdoriPlayerElement, event: string): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      player.removeEventListener(event, settle);
      player.removeEventListener('error', settle);
      resolve();
    };
    player.addEventListener(event, settle);
    player.addEventListener('error', settle);
    queueMicrotask(() => player.error && settle()); // nothing is loaded while the player has an error
  });
}
