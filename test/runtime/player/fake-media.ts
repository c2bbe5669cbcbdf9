import type { PlayerMedia } from '#src/runtime/player/media-clock.js';

/** How a {@link FakeMedia} behaves. */
export interface FakeMediaOptions {
  /** Seconds; NaN: its metadata are still to come, see {@link FakeMedia.load}. */
  duration?: number; // 20
  /** It tells its time in steps of so many seconds; 0: exactly. */
  step?: number; // 0
  /** So long it repeats its reading after it began to play, as Chrome does. */
  startSeconds?: number; // 0.08
  seekSeconds?: number; // 0.1
  /** It seeks to the nearest multiple of this, as some do. */
  seekGrid?: number; // 0: exactly
}

/** Media on a clock that the test moves. What it says comes when time passes, as tasks do: never at once. */
export class FakeMedia extends EventTarget implements PlayerMedia {
  loop = false;
  duration: number;
  paused = true;
  ended = false;
  seeking = false;
  readyState: number;
  /** The next `play` is refused, as without a gesture. */
  refuses = false;
  /** How often its time was set. */
  seeks = 0;
  /** Who listens, to anything. */
  listeners = 0;
  readonly #step: number;
  readonly #startSeconds: number;
  readonly #seekSeconds: number;
  readonly #seekGrid: number;
  /** Where it is, and what it says. */
  #truth = 0;
  #told = 0;
  #sinceTold = 0;
  #rate = 1;
  /** So long it is still silent, or still seeks. */
  #silence = 0;
  #seekLeft = 0;
  #news: string[] = [];
  #pending: { resolve: () => void; reject: (reason: unknown) => void }[] = [];

  constructor(options: FakeMediaOptions = {}) {
    super();
    const { duration = 20, step = 0, startSeconds = 0.08, seekSeconds = 0.1, seekGrid = 0 } = options;
    this.duration = duration;
    this.readyState = Number.isNaN(duration) ? 0 : 4;
    this.#step = step;
    this.#startSeconds = startSeconds;
    this.#seekSeconds = seekSeconds;
    this.#seekGrid = seekGrid;
  }

  /** What is heard now. */
  get truth(): number {
    return this.#truth;
  }

  get currentTime(): number {
    return this.#step === 0 || this.paused || this.seeking ? this.#truth : this.#told;
  }

  set currentTime(seconds: number) {
    this.seeks++;
    if (this.readyState === 0) this.#truth = this.#told = seconds;
    else this.#seek(seconds);
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    if (rate === this.#rate) return;
    this.#rate = rate;
    this.#news.push('ratechange');
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners++;
    super.addEventListener(...args);
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners--;
    super.removeEventListener(...args);
  }

  async play(): Promise<void> {
    if (this.refuses) throw new DOMException('without a gesture', 'NotAllowedError');
    if (this.ended) this.#seek(0);
    if (!this.paused) return;
    this.paused = false;
    this.#silence = this.#startSeconds;
    this.#news.push('play', 'playing');
    await new Promise<void>((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.#news.push('timeupdate', 'pause');
    for (const { reject } of this.#pending.splice(0)) reject(new DOMException('paused', 'AbortError'));
  }

  /** Runs dry for so long; `silently`: nobody is told. */
  stall(seconds: number, silently: boolean): void {
    this.#silence = seconds;
    if (silently) return;
    this.readyState = 2;
    this.#news.push('waiting');
  }

  /** Its metadata arrive. */
  load(duration: number): void {
    this.duration = duration;
    this.readyState = 4;
    this.#news.push('durationchange');
    if (this.#truth > 0) this.#seek(this.#truth);
  }

  /** Another source is being loaded. */
  empty(): void {
    this.duration = Number.NaN;
    this.readyState = 0;
    this.paused = true;
    this.#truth = this.#told = 0;
    this.#news.push('emptied', 'durationchange');
  }

  /** So many seconds pass, and what happened is told. */
  advance(seconds: number): void {
    this.#tell();
    let left = seconds;
    while (left > 0) left -= this.#live(left);
    this.#tell();
  }

  /** Lives for at most so long, until something happens. → seconds that passed */
  #live(most: number): number {
    if (this.seeking) return this.#liveSeeking(most);
    if (this.paused || this.readyState === 0) return most;
    if (this.#silence > 0) return this.#liveSilent(most);
    const toEnd = this.#rate > 0 ? (this.duration - this.#truth) / this.#rate : Infinity;
    const toStep = this.#step > 0 ? this.#step - this.#sinceTold : Infinity;
    const passed = Math.min(most, toEnd, toStep);
    this.#truth += passed * this.#rate;
    this.#sinceTold += passed;
    if (passed === toStep) this.#tellTime();
    if (passed === toEnd) this.#end();
    return passed;
  }

  #liveSeeking(most: number): number {
    const passed = Math.min(most, this.#seekLeft);
    this.#seekLeft -= passed;
    if (this.#seekLeft > 0) return passed;
    if (this.#seekGrid > 0) this.#truth = Math.round(this.#truth / this.#seekGrid) * this.#seekGrid;
    this.#tellTime();
    this.seeking = false;
    this.#news.push('timeupdate', 'seeked');
    if (!this.paused) this.#silence = this.#startSeconds;
    return passed;
  }

  #liveSilent(most: number): number {
    const passed = Math.min(most, this.#silence);
    this.#silence -= passed;
    if (this.#silence === 0 && this.readyState === 2) {
      this.readyState = 4;
      this.#news.push('playing');
    }
    return passed;
  }

  #tellTime(): void {
    this.#told = this.#truth;
    this.#sinceTold = 0;
  }

  #seek(seconds: number): void {
    this.#truth = this.#told = Math.min(Math.max(seconds, 0), this.duration);
    this.ended = false;
    this.seeking = true;
    this.#seekLeft = this.#seekSeconds;
    this.#news.push('seeking');
  }

  #end(): void {
    this.#truth = this.duration;
    this.#tellTime();
    if (this.loop) return this.#seek(0);
    this.ended = true;
    this.paused = true;
    this.#news.push('timeupdate', 'pause', 'ended');
  }

  #tell(): void {
    for (const type of this.#news.splice(0)) {
      if (type === 'playing') for (const { resolve } of this.#pending.splice(0)) resolve();
      this.dispatchEvent(new Event(type));
    }
  }
}
