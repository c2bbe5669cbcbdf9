import { filesByPath, type MmdModel, readDroppedFiles } from '@odori/model';
import { FRAMES_PER_SECOND, MotionPlayer, secondsToFrame } from '@odori/runtime';
import { element } from '../../../shared/dom.js';
import { amountText } from '../../../shared/number-text.js';
import type { PageOptions } from '../../../shared/page-options.js';
import { problemText } from '../../../shared/problem-text.js';
import { discardIntake, type FoundModel, type Intake } from '../files/opened-files.js';
import { readFiles, readModel } from '../files/read-files.js';
import { loadShow, type Show } from '../load-example.js';
import { Controls } from './controls.js';
import { Program } from './current-motion.js';
import { ModelChoice } from './model-choice.js';
import { modelSize, showAuthorNote } from './model-text.js';
import { FilmButton } from './record-button.js';
import { Sound } from './sound.js';
import { StatsLine } from './stats-line.js';
import { StatusBox } from './status-box.js';
import { takenLines } from './status-lines.js';
import { type Bars, View } from './view.js';

/** A step this long is a stall, not time that passed; in seconds. */
const LONGEST_STEP = 1;

export interface PageParts {
  canvas: HTMLCanvasElement;
  webgl: WebGL2RenderingContext;
  stats: HTMLElement;
  bars: () => Bars;
}

/** The page at work: time goes in, pictures come out. */
export class DancePage {
  readonly #program = new Program();
  readonly #player = new MotionPlayer({ loop: true });
  readonly #view: View;
  readonly #stats: StatsLine;
  readonly #status = new StatusBox();
  readonly #controls: Controls;
  readonly #filmButton: FilmButton;
  readonly #choice = new ModelChoice((path) => this.#takeLater(readModel(this.#found!, path)));
  readonly #sound = new Sound(this.#player, (text) => this.#status.say([text], true));
  /** The page's own, and the reader's. */
  #show: Show | undefined;
  #found: FoundModel | undefined;
  /** On stage. */
  #model: MmdModel | undefined;
  #isOpen = false;
  #isFilming = false;
  #isStale = true;
  #wasPlaying = false;
  #lastTime: number | undefined;
  /** What was dropped is read at once, and taken in the order of dropping. */
  #takings: Promise<void>;
  /** Counts what ends the takings that are under way. */
  #resets = 0;

  constructor({ canvas, webgl, stats, bars }: PageParts, { seek, paused, size }: PageOptions) {
    this.#stats = new StatsLine(stats);
    this.#view = new View(canvas, webgl, { size, bars, onChange: () => this.#refresh() });
    this.#controls = new Controls({
      onPlay: () => this.#play(this.#player.paused),
      onSeek: (seconds) => this.#seek(seconds),
      onSkip: (seconds) => this.#seek(this.#player.currentTime + seconds),
      onCamera: () => this.#orbit(!this.#view.isOrbiting),
      onSound: () => this.#sound.turn(!this.#sound.isLoud),
      onReset: () => this.#reset(),
      onFiles: (files) => this.takeFiles(files),
    });
    this.#filmButton = new FilmButton(this.#status, {
      set: () => ({ player: this.#player, view: this.#view, song: this.#sound.song }),
      onFilm: (isFilming) => this.#heedFilm(isFilming),
    });
    // Keys of headphones and phones play and pause too.
    for (const type of ['play', 'pause']) this.#player.addEventListener(type, () => this.#showPlaying());
    this.#play(!paused);
    this.#takings = this.#open(seek);
  }

  get #missingBones(): readonly string[] {
    return (this.#model && this.#player.missingOf(this.#model)?.bones) ?? [];
  }

  /** To be called once a frame. */
  update(milliseconds: number): void {
    const delta = (milliseconds - (this.#lastTime ?? milliseconds)) / 1000;
    this.#lastTime = milliseconds;
    if (this.#isFilming) return;
    if (this.#player.paused && !this.#isStale && !this.#view.isHandingOver) return;
    const begin = performance.now();
    this.#player.update(Math.min(delta, LONGEST_STEP));
    this.#stats.measure(performance.now() - begin);
    this.#view.update(delta);
    this.#view.draw();
    if (this.#isOpen) {
      const { currentTime, duration } = this.#player;
      const frame = secondsToFrame(currentTime);
      const isShown = this.#stats.show(frame, this.#missingBones.length, delta, this.#isStale);
      if (isShown) this.#controls.showTime(currentTime, duration);
      document.documentElement.dataset['ready'] = 'true';
    }
    this.#isStale = false;
  }

  /** Files that were chosen, also a folder's. */
  takeFiles(files: readonly File[]): void {
    if (files.length > 0) this.#takeLater(readFiles(() => filesByPath(files)));
  }

  /** Files, folders and zips that were dropped: to be called in the listener of `drop`. */
  takeDrop(transfer: DataTransfer): void {
    this.#takeLater(readFiles(() => readDroppedFiles(transfer)));
  }

  /** While nobody looks, nothing plays. */
  rest(isHidden: boolean): void {
    if (isHidden && !this.#player.paused) {
      this.#player.pause();
      this.#wasPlaying = true;
    } else if (!isHidden && this.#wasPlaying) {
      this.#wasPlaying = false;
      this.#play(true);
    }
  }

  /** Never rejects. */
  async #open(seek: number): Promise<void> {
    const bar = element('progress', { 'aria-label': 'Loaded' });
    this.#status.wait('Loading the dancer and her dance…', bar);
    try {
      this.#show = await loadShow((share) => (bar.value = share));
      this.#program.offer(this.#show);
      const { length } = this.#show.model.report.notes;
      this.#status.say(
        length > 0 ? [`${amountText(length, 'texture')} of the dancer could not be had.`] : [],
      );
    } catch (error) {
      this.#status.say([problemText(error)], true);
    }
    this.#present(undefined);
    this.#start();
    this.#seek(seek);
    this.#isOpen = true;
    void this.#sound.loadOwn(); // the dance does not wait for it
  }

  #takeLater(reading: Promise<Intake>): void {
    const resets = this.#resets;
    this.#status.wait('Reading…');
    const take = async (): Promise<void> => {
      const intake = await reading;
      await this.#filmButton.isOver;
      if (resets === this.#resets) this.#take(intake);
      else discardIntake(intake);
    };
    this.#takings = this.#takings.then(take).catch((error: unknown) => {
      this.#status.say([problemText(error)], true);
    });
  }

  /** A model goes on with the motion that is there; a motion begins, with the model that is there. */
  #take(intake: Intake): void {
    this.#program.take(intake);
    if (intake.found) this.#present(intake.found);
    else this.#choice.select(this.#found?.path);
    if (intake.audio) {
      this.#sound.give(intake.audio);
      this.#sound.turn(true);
    }
    if (intake.found || intake.names.length > 0) this.#start();
    if (intake.names.length > 0) {
      this.#seek(0);
      this.#play(true);
    }
    const missing = this.#program.isOwn ? [] : this.#missingBones;
    this.#status.say(takenLines(intake, missing), hasProblem(intake));
  }

  /** Puts a model of the reader's on the stage, or the page's own. */
  #present(found: FoundModel | undefined): void {
    const model = found?.model ?? this.#show?.model;
    if (this.#model) this.#player.remove(this.#model);
    this.#model = model;
    this.#view.show(model);
    this.#found?.model.dispose();
    this.#found = found;
    this.#stats.restart(model ? modelSize(model) : '');
    this.#choice.show(found);
    showAuthorNote(found?.model);
  }

  #start(): void {
    const { motion, isOwn, isUntouched } = this.#program;
    this.#controls.showOwn(isUntouched && !this.#sound.isGiven && !this.#found);
    const { camera, light } = this.#view.film(motion, isOwn);
    this.#player.camera = camera;
    this.#player.light = light;
    if (this.#model) this.#player.add(this.#model, motion, { loop: isOwn }); // whatever the music does
    this.#sound.accompany(isOwn);
    this.#refresh();
  }

  #play(isPlaying: boolean): void {
    if (isPlaying) this.#sound.play();
    else this.#player.pause();
    this.#showPlaying();
  }

  #showPlaying(): void {
    this.#controls.showPlaying(!this.#player.paused);
    this.#refresh();
  }

  #seek(seconds: number): void {
    const { duration } = this.#player;
    const wraps = this.#program.isOwn && !this.#sound.isGiven && duration > 0 && seconds >= 0;
    this.#player.currentTime = wraps ? seconds % (duration + 1 / FRAMES_PER_SECOND) : seconds;
    this.#refresh();
  }

  #orbit(isOrbiting: boolean): void {
    this.#view.orbit(isOrbiting);
    this.#controls.showCamera(isOrbiting);
    this.#refresh();
  }

  #reset(): void {
    this.#resets++;
    this.#program.reset();
    this.#sound.give(undefined);
    if (this.#found) this.#present(undefined);
    this.#start();
    this.#seek(0);
    this.#status.say([]);
  }

  /** Meanwhile the page waits. */
  #heedFilm(isFilming: boolean): void {
    this.#isFilming = isFilming;
    this.#controls.rest(isFilming);
    this.#refresh();
  }

  #refresh(): void {
    this.#isStale = true;
  }
}

/** Is there something to be read before it goes away? */
function hasProblem({ found, problems }: Intake): boolean {
  return problems.length > 0 || (found?.model.report.notes.length ?? 0) > 0;
}
