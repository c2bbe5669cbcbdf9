import { FRAMES_PER_SECOND } from '@odori/runtime';
import { Clock } from './clock.js';
import { Controls } from './controls.js';
import type { PageOptions } from './page-options.js';
import { problemText } from './problem-text.js';
import { Program } from './program.js';
import { readFiles } from './read-files.js';
import { StatsLine } from './stats-line.js';
import { takenLines } from './taken-lines.js';
import { type Bars, View } from './view.js';

export interface PageParts {
  canvas: HTMLCanvasElement;
  webgl: WebGL2RenderingContext;
  stats: HTMLElement;
  status: HTMLElement;
  bars: () => Bars;
}

const NEWS_MILLISECONDS = 8000;

/** The page at work: time goes in, pictures come out. */
export class DancePage {
  readonly #program = new Program();
  readonly #clock = new Clock();
  readonly #view: View;
  readonly #stats: StatsLine;
  readonly #status: HTMLElement;
  readonly #controls: Controls;
  #isStale = true;
  #hasAudio = false;
  #newsTimer: ReturnType<typeof setTimeout> | undefined;
  #wasPlaying = false;
  #lastTime: number | undefined;

  constructor({ canvas, webgl, stats, status, bars }: PageParts, { seek, paused, size }: PageOptions) {
    this.#stats = new StatsLine(stats);
    this.#status = status;
    this.#view = new View(canvas, webgl, { size, bars, onChange: () => this.#refresh() });
    this.#controls = new Controls({
      onPlay: () => this.#play(!this.#clock.isPlaying),
      onSeek: (seconds) => this.#seek(seconds),
      onSkip: (seconds) => this.#seek(this.#clock.seconds + seconds),
      onCamera: () => this.#orbit(!this.#view.isOrbiting),
      onReset: () => this.#reset(),
      onFiles: (files) => void this.takeFiles(files),
    });
    this.#start();
    this.#seek(seek);
    this.#play(!paused);
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
    const isShown = this.#stats.show(frame, this.#view.missingBones.length, delta, this.#isStale);
    if (isShown) this.#controls.showTime(seconds, length);
    this.#isStale = false;
    document.documentElement.dataset['ready'] = 'true';
  }

  async takeFiles(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    this.#status.textContent = 'Reading…';
    const intake = await readFiles(files);
    this.#program.take(intake);
    if (intake.audio) this.#listen(intake.audio);
    if (intake.names.length > 0) {
      this.#start();
      this.#seek(0);
      this.#play(true);
    }
    this.#say(takenLines(intake, this.#view.missingBones), intake.problems.length === 0);
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

  #start(): void {
    const { motion, isUntouched } = this.#program;
    this.#clock.duration = motion.duration;
    this.#view.dance(motion);
    this.#controls.showOwn(isUntouched && !this.#hasAudio);
    this.#refresh();
  }

  #listen(audio: HTMLAudioElement): void {
    this.#hasAudio = true;
    this.#clock.follow(audio);
    audio.addEventListener('seeked', () => this.#refresh());
  }

  /** News goes away by itself, a problem stays to be read. */
  #say(lines: readonly HTMLElement[], isNews: boolean): void {
    clearTimeout(this.#newsTimer);
    this.#status.replaceChildren(...lines);
    if (isNews) this.#newsTimer = setTimeout(() => this.#status.replaceChildren(), NEWS_MILLISECONDS);
  }

  #play(isPlaying: boolean): void {
    if (isPlaying) this.#clock.play().catch((error: unknown) => this.#stop(problemText(error)));
    else this.#clock.pause();
    this.#controls.showPlaying(isPlaying);
    this.#refresh();
  }

  #stop(why: string): void {
    this.#play(false);
    this.#status.textContent = why;
  }

  #seek(seconds: number): void {
    const { length } = this.#clock;
    const wraps = this.#program.isOwn && !this.#hasAudio && length > 0 && seconds >= 0;
    this.#clock.seek(wraps ? seconds % (length + 1 / FRAMES_PER_SECOND) : seconds);
    this.#refresh();
  }

  #orbit(isOrbiting: boolean): void {
    this.#view.orbit(isOrbiting);
    this.#controls.showCamera(isOrbiting);
    this.#refresh();
  }

  #reset(): void {
    this.#program.reset();
    this.#clock.follow(undefined);
    this.#hasAudio = false;
    this.#start();
    this.#seek(0);
    this.#say([], true);
  }

  #refresh(): void {
    this.#isStale = true;
  }
}
