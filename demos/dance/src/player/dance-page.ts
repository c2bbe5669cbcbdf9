import type { MmdModel } from '@odori/model';
import { FRAMES_PER_SECOND, MotionPlayer, secondsToFrame } from '@odori/runtime';
import { element } from '../../../shared/dom.js';
import { amountText } from '../../../shared/number-text.js';
import { missingLines, movedLine } from '../../../shared/open/missing-lines.js';
import type { GetFiles } from '../../../shared/open/sort-files.js';
import type { PageOptions } from '../../../shared/page.js';
import { problemText } from '../../../shared/problem-text.js';
import { discardOpenedFiles, type OpenedFiles, type OpenedModel } from '../../../shared/open/opened-files.js';
import { readFiles, readModel, type ReadOptions } from '../../../shared/open/read-files.js';
import { openSong } from '../../../shared/song.js';
import { Controls } from './controls.js';
import { CurrentMotion, type Example, loadExample } from './current-motion.js';
import { ModelChoice } from './model-choice.js';
import { modelSize, showAuthorNote } from './model-text.js';
import { RecordButton } from './record-button.js';
import { Sound } from './sound.js';
import { StatsLine } from './stats-line.js';
import { StatusBox } from './status-box.js';
import { physicsLines, statusLines } from '../../../shared/open/status-lines.js';
import { type Bars, View } from './view.js';

/** A longer step between two frames is a stall and counts as this long. */
const MAX_STEP_SECONDS = 1;
const READ: ReadOptions = { physics: true, songs: true };

interface PageParts {
  canvas: HTMLCanvasElement;
  webgl: WebGL2RenderingContext;
  stats: HTMLElement;
  bars: () => Bars;
}

/** The whole page: files, motions, song, controls and picture. */
export class DancePage {
  readonly #motion = new CurrentMotion();
  readonly #player = new MotionPlayer({ loop: true });
  readonly #view: View;
  readonly #stats: StatsLine;
  readonly #status = new StatusBox();
  readonly #controls: Controls;
  readonly #recordButton: RecordButton;
  readonly #choice = new ModelChoice((path) => this.#openLater(readModel(this.#opened!, path, READ)));
  readonly #sound = new Sound(this.#player, (text) => this.#status.show([text], true));
  /** The dancer of the page, and the model that the user has opened. */
  #example: Example | undefined;
  #opened: OpenedModel | undefined;
  /** The model in the picture. */
  #model: MmdModel | undefined;
  #hasPhysics = true;
  #isOpen = false;
  #isRecording = false;
  #isStale = true;
  #wasPlaying = false;
  #lastTime: number | undefined;
  /** Files are read at once, but shown in the order in which they were opened. */
  #openings: Promise<void>;
  /** Counts resets. A reset discards the files that are still being read. */
  #resets = 0;

  constructor({ canvas, webgl, stats, bars }: PageParts, { seek, paused, size }: PageOptions) {
    this.#stats = new StatsLine(stats);
    this.#view = new View(canvas, webgl, { size, bars, onChange: () => this.#refresh() });
    this.#controls = new Controls({
      onPlay: () => this.#play(this.#player.paused),
      onSeek: (seconds) => this.#seek(seconds),
      onSkip: (seconds) => this.#seek(this.#player.currentTime + seconds),
      onCamera: () => this.#orbit(!this.#view.isOrbiting),
      onPhysics: () => this.#switchPhysics(!this.#hasPhysics),
      onSound: () => this.#sound.set(!this.#sound.isOn),
      onReset: () => this.#reset(),
    });
    this.#recordButton = new RecordButton(this.#status, {
      source: () => ({ player: this.#player, view: this.#view, song: this.#sound.song }),
      onRecord: (isRecording) => this.#setRecording(isRecording),
    });
    // The media keys of keyboards and headphones also play and pause.
    for (const type of ['play', 'pause']) this.#player.addEventListener(type, () => this.#showPlaying());
    this.#play(!paused);
    this.#openings = this.#open(seek);
  }

  /** Whether the picture changes even in a pause. */
  get #isMoving(): boolean {
    return this.#view.isHandingOver || (this.#model?.isSettling ?? false);
  }

  get #missingBones(): readonly string[] {
    return (this.#model && this.#player.missingOf(this.#model)?.bones) ?? [];
  }

  /** To be called once per frame. */
  update(milliseconds: number): void {
    const delta = (milliseconds - (this.#lastTime ?? milliseconds)) / 1000;
    this.#lastTime = milliseconds;
    if (this.#isRecording) return;
    if (this.#player.paused && !this.#isStale && !this.#isMoving) return;
    const begin = performance.now();
    this.#player.update(Math.min(delta, MAX_STEP_SECONDS));
    this.#stats.measure(performance.now() - begin);
    this.#view.update(delta);
    this.#view.draw();
    if (this.#isOpen) {
      const { currentTime, duration } = this.#player;
      const frame = secondsToFrame(currentTime);
      const isShown = this.#stats.show(frame, this.#missingBones.length, delta, this.#isStale);
      if (isShown) this.#controls.showTime(currentTime, duration);
      if (!this.#model?.isSettling) document.documentElement.dataset['ready'] = 'true';
    }
    this.#isStale = false;
  }

  /** Opens files, folders and zips that the user has dropped or chosen. Calls `getFiles` at once. */
  openFiles(getFiles: GetFiles): void {
    this.#openLater(readFiles(getFiles, READ));
  }

  /** Pauses while the page is hidden. */
  pauseWhileHidden(isHidden: boolean): void {
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
    const bar = element('progress', { 'aria-label': 'Loading progress' });
    this.#status.showProgress('Loading the dancer and her dance…', bar);
    try {
      this.#example = await loadExample((progress) => (bar.value = progress));
      this.#motion.setExample(this.#example);
      const { notes } = this.#example.model.report;
      const { length } = notes.filter(({ code }) => code !== 'missing-physics');
      const textures =
        length > 0 ? [`${amountText(length, 'texture')} of the dancer could not be loaded.`] : [];
      this.#status.show([...textures, ...physicsLines(notes)]);
    } catch (error) {
      this.#status.show([problemText(error)], true);
    }
    this.#showModel(undefined);
    this.#start();
    this.#seek(seek);
    this.#isOpen = true;
    void this.#sound.loadExample(); // the dance starts without waiting for it
  }

  #openLater(reading: Promise<OpenedFiles>): void {
    const resets = this.#resets;
    this.#status.showProgress('Reading the files…');
    const show = async (): Promise<void> => {
      const opened = await reading;
      await this.#recordButton.done;
      if (resets === this.#resets) await this.#show(opened);
      else discardOpenedFiles(opened);
    };
    this.#openings = this.#openings.then(show).catch((error: unknown) => {
      this.#status.show([problemText(error)], true);
    });
  }

  /** Shows opened files. A new model continues the current motion; a new motion starts from its beginning. */
  async #show(opened: OpenedFiles): Promise<void> {
    this.#motion.add(opened);
    if (opened.model) this.#showModel(opened.model);
    else this.#choice.select(this.#opened?.path);
    if (opened.song) {
      this.#sound.open(await openSong(opened.song.file));
      this.#sound.set(true);
    }
    if (opened.model || opened.names.length > 0) this.#start();
    if (opened.names.length > 0) {
      this.#seek(0);
      this.#play(true);
    }
    const isOther = opened.model !== undefined || opened.dances.length > 0;
    const fit = isOther ? this.#fitLines() : [];
    this.#status.show([...statusLines(opened), ...fit], hasProblem(opened));
  }

  /** How well the motion of the user fits the model. */
  #fitLines(): HTMLElement[] {
    const missing = this.#model && this.#player.missingOf(this.#model);
    if (!missing || this.#motion.isExample) return [];
    const { motion } = this.#motion;
    return [...movedLine(motion, this.#model!.rig.definition), ...missingLines(motion, missing)];
  }

  /** Shows a model of the user, or the dancer of the page. */
  #showModel(opened: OpenedModel | undefined): void {
    const model = opened?.model ?? this.#example?.model;
    if (this.#model) this.#player.remove(this.#model);
    this.#model = model;
    this.#view.show(model);
    this.#opened?.model.dispose();
    this.#opened = opened;
    this.#stats.restart(model ? modelSize(model) : '');
    this.#choice.show(opened);
    this.#switchPhysics(this.#hasPhysics);
    showAuthorNote(opened?.model);
  }

  #start(): void {
    const { motion, isExample, isUntouched } = this.#motion;
    this.#controls.showExample(isUntouched && !this.#sound.isOpened && !this.#opened);
    const { camera, light } = this.#view.setMotion(motion, isExample);
    this.#player.camera = camera;
    this.#player.light = light;
    if (this.#model) this.#player.add(this.#model, motion, { loop: isExample }); // whatever the song does
    this.#sound.setDance(isExample);
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
    const wraps = this.#motion.isExample && !this.#sound.isOpened && duration > 0 && seconds >= 0;
    this.#player.currentTime = wraps ? seconds % (duration + 1 / FRAMES_PER_SECOND) : seconds;
    this.#refresh();
  }

  #orbit(isOrbiting: boolean): void {
    this.#view.orbit(isOrbiting);
    this.#controls.showCamera(isOrbiting);
    this.#refresh();
  }

  #switchPhysics(isOn: boolean): void {
    this.#hasPhysics = isOn;
    const physics = this.#model?.physics;
    if (physics) physics.mode = isOn ? 'keyframes' : 'off';
    this.#controls.showPhysics(physics && isOn);
    this.#refresh();
  }

  #reset(): void {
    this.#resets++;
    this.#motion.reset();
    this.#sound.open(undefined);
    if (this.#opened) this.#showModel(undefined);
    this.#start();
    this.#seek(0);
    this.#status.show([]);
  }

  /** Stops playback and disables the controls during a recording. */
  #setRecording(isRecording: boolean): void {
    this.#isRecording = isRecording;
    this.#controls.disable(isRecording);
    this.#refresh();
  }

  #refresh(): void {
    this.#isStale = true;
  }
}

/** Whether the message must stay until the user closes it. */
function hasProblem({ model, problems }: OpenedFiles): boolean {
  return problems.length > 0 || (model?.model.report.notes.length ?? 0) > 0;
}
