import { filesByPath, readDroppedFiles } from '@odori/model';
import { FRAMES_PER_SECOND } from '@odori/runtime';
import { element } from '../../../home/src/element.js';
import { amountText } from '../../../home/src/number-text.js';
import { discardIntake, type FoundModel, type Intake } from '../intake/intake.js';
import { readFiles, readModel } from '../intake/read-files.js';
import { loadShow, type Show } from '../show/load-show.js';
import { showAuthorNote } from './author-note.js';
import { Clock } from './clock.js';
import { Controls } from './controls.js';
import { ModelChoice } from './model-choice.js';
import { modelSize } from './model-size.js';
import type { PageOptions } from './page-options.js';
import { problemText } from './problem-text.js';
import { Program } from './program.js';
import { Sound } from './sound.js';
import { StatsLine } from './stats-line.js';
import { StatusBox } from './status-box.js';
import { takenLines } from './taken-lines.js';
import { type Bars, View } from './view.js';

export interface PageParts {
  canvas: HTMLCanvasElement;
  webgl: WebGL2RenderingContext;
  stats: HTMLElement;
  bars: () => Bars;
}

/** The page at work: time goes in, pictures come out. */
export class DancePage {
  readonly #program = new Program();
  readonly #clock = new Clock();
  readonly #view: View;
  readonly #stats: StatsLine;
  readonly #status = new StatusBox();
  readonly #controls: Controls;
  readonly #choice = new ModelChoice((path) => this.#takeLater(readModel(this.#found!, path)));
  readonly #sound = new Sound(this.#clock, {
    onPlay: (isPlaying) => this.#play(isPlaying),
    onProblem: (text) => this.#status.say([text], true),
  });
  /** The page's own, and the reader's. */
  #show: Show | undefined;
  #found: FoundModel | undefined;
  #isOpen = false;
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
      onPlay: () => this.#play(!this.#clock.isPlaying),
      onSeek: (seconds) => this.#seek(seconds),
      onSkip: (seconds) => this.#seek(this.#clock.seconds + seconds),
      onCamera: () => this.#orbit(!this.#view.isOrbiting),
      onSound: () => this.#sound.turn(!this.#clock.isLoud),
      onReset: () => this.#reset(),
      onFiles: (files) => this.takeFiles(files),
    });
    this.#play(!paused);
    this.#takings = this.#open(seek);
  }

  /** To be called once a frame. */
  update(milliseconds: number): void {
    const delta = (milliseconds - (this.#lastTime ?? milliseconds)) / 1000;
    this.#lastTime = milliseconds;
    this.#clock.tick(delta);
    if (!this.#clock.isPlaying && !this.#isStale && !this.#view.isHandingOver) return;
    const { seconds, length } = this.#clock;
    const frame = this.#program.danceFrame(seconds);
    const begin = performance.now();
    this.#view.update(frame, this.#program.cameraFrame(seconds), delta);
    this.#stats.measure(performance.now() - begin);
    this.#view.draw();
    if (this.#isOpen) {
      const isShown = this.#stats.show(frame, this.#view.missingBones.length, delta, this.#isStale);
      if (isShown) this.#controls.showTime(seconds, length);
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
    if (isHidden && this.#clock.isPlaying) {
      this.#clock.pause();
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
    const missing = this.#program.isOwn ? [] : this.#view.missingBones;
    this.#status.say(takenLines(intake, missing), hasProblem(intake));
  }

  /** Puts a model of the reader's on the stage, or the page's own. */
  #present(found: FoundModel | undefined): void {
    const model = found?.model ?? this.#show?.model;
    this.#view.show(model);
    this.#found?.model.dispose();
    this.#found = found;
    this.#stats.restart(model ? modelSize(model) : '');
    this.#choice.show(found);
    showAuthorNote(found?.model);
  }

  #start(): void {
    const { motion, isOwn, isUntouched } = this.#program;
    this.#clock.duration = motion.duration;
    this.#controls.showOwn(isUntouched && !this.#sound.isGiven && !this.#found);
    this.#sound.accompany(isOwn);
    this.#view.dance(motion);
    this.#refresh();
  }

  #play(isPlaying: boolean): void {
    if (isPlaying) this.#sound.play();
    else this.#clock.pause();
    this.#controls.showPlaying(isPlaying);
    this.#refresh();
  }

  #seek(seconds: number): void {
    const { length } = this.#clock;
    const wraps = this.#program.isOwn && !this.#sound.isGiven && length > 0 && seconds >= 0;
    this.#clock.seek(wraps ? seconds % (length + 1 / FRAMES_PER_SECOND) : seconds);
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

  #refresh(): void {
    this.#isStale = true;
  }
}

/** Is there something to be read before it goes away? */
function hasProblem({ found, problems }: Intake): boolean {
  return problems.length > 0 || (found?.model.report.notes.length ?? 0) > 0;
}
