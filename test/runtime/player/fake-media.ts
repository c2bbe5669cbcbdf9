import type { PlayerMedia } from '#src/runtime/player/media-clock.js';

/** How a {@link FakeMedia} behaves. */
export interface FakeMediaOptions {
  /** Seconds; NaN: its metadata are not loaded yet, see {@link FakeMedia.load}. */
  duration?: number; // 20
  /** It reports its time in steps of this many seconds; 0: exactly. */
  step?: number; // 0
  /** For this long it repeats its time after it began to play, as Chrome does. */
  startSeconds?: number; // 0.08
  seekSeconds?: number; // 0.1
  /** It seeks to the nearest multiple of this, as some media do. */
  seekGrid?: number; // 0: exactly
}

/**
 * Media on a clock that the test moves. Its events come when time passes, as tasks do: never synchronously.
 */
export class FakeMedia extends EventTarget implements PlayerMedia {
  loop = false;
  duration: number;
  paused = true;
  ended = false;
  seeking = false;
  readyState: number;
  error: { readonly message: string } | null = null;
  /** The next `play` is refused, as without a user gesture. */
  refusesPlay = false;
  /** How many times its time was set. */
  seekCount = 0;
  /** The number of listeners, for any event. */
  listenerCount = 0;
  readonly #step: number;
  readonly #startSeconds: number;
  readonly #seekSeconds: number;
  readonly #seekGrid: number;
  /** Where it is, and the time that it reports. */
  #position = 0;
  #reported = 0;
  #sinceReport = 0;
  #rate = 1;
  /** Seconds that it is still silent, or still seeks. */
  #silence = 0;
  #seekLeft = 0;
  #pendingEvents: string[] = [];
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

  /** The time that can be heard now. */
  get position(): number {
    return this.#position;
  }

  get currentTime(): number {
    return this.#step === 0 || this.paused || this.seeking ? this.#position : this.#reported;
  }

  set currentTime(seconds: number) {
    this.seekCount++;
    if (this.readyState === 0) this.#position = this.#reported = seconds;
    else this.#seek(seconds);
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    if (rate === this.#rate) return;
    this.#rate = rate;
    this.#pendingEvents.push('ratechange');
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listenerCount++;
    super.addEventListener(...args);
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listenerCount--;
    super.removeEventListener(...args);
  }

  async play(): Promise<void> {
    if (this.refusesPlay) throw new DOMException('without a gesture', 'NotAllowedError');
    if (this.ended) this.#seek(0);
    if (!this.paused) return;
    this.paused = false;
    this.#silence = this.#startSeconds;
    this.#pendingEvents.push('play', 'playing');
    await new Promise<void>((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.#pendingEvents.push('timeupdate', 'pause');
    for (const { reject } of this.#pending.splice(0)) reject(new DOMException('paused', 'AbortError'));
  }

  /** Waits for data for this long; `silently`: without an event. */
  stall(seconds: number, silently: boolean): void {
    this.#silence = seconds;
    if (silently) return;
    this.readyState = 2;
    this.#pendingEvents.push('waiting');
  }

  /** Its metadata are loaded. */
  load(duration: number): void {
    this.duration = duration;
    this.readyState = 4;
    this.#pendingEvents.push('durationchange');
    if (this.#position > 0) this.#seek(this.#position);
  }

  /** The connection is lost, or the file is broken: it stands still, and is not paused. */
  break(): void {
    this.#silence = Infinity;
    this.error = { message: 'connection lost' };
    this.#pendingEvents = [...this.#pendingEvents.filter((type) => type !== 'playing'), 'error'];
  }

  /** It starts to load another source. */
  empty(): void {
    this.duration = Number.NaN;
    this.readyState = 0;
    this.paused = true;
    this.#position = this.#reported = 0;
    this.#pendingEvents.push('emptied', 'durationchange');
  }

  /** Lets seconds pass and sends the events of what happened. */
  advance(seconds: number): void {
    this.#sendEvents();
    let left = seconds;
    while (left > 0) left -= this.#pass(left);
    this.#sendEvents();
  }

  /** Lets at most this many seconds pass, until something happens; returns the seconds that passed. */
  #pass(most: number): number {
    if (this.seeking) return this.#passSeeking(most);
    if (this.paused || this.readyState === 0) return most;
    if (this.#silence > 0) return this.#passSilent(most);
    const toEnd = this.#rate > 0 ? (this.duration - this.#position) / this.#rate : Infinity;
    const toStep = this.#step > 0 ? this.#step - this.#sinceReport : Infinity;
    const passed = Math.min(most, toEnd, toStep);
    this.#position += passed * this.#rate;
    this.#sinceReport += passed;
    if (passed === toStep) this.#reportTime();
    if (passed === toEnd) this.#end();
    return passed;
  }

  #passSeeking(most: number): number {
    const passed = Math.min(most, this.#seekLeft);
    this.#seekLeft -= passed;
    if (this.#seekLeft > 0) return passed;
    if (this.#seekGrid > 0) this.#position = Math.round(this.#position / this.#seekGrid) * this.#seekGrid;
    this.#reportTime();
    this.seeking = false;
    this.#pendingEvents.push('timeupdate', 'seeked');
    if (!this.paused) this.#silence = this.#startSeconds;
    return passed;
  }

  #passSilent(most: number): number {
    const passed = Math.min(most, this.#silence);
    this.#silence -= passed;
    if (this.#silence === 0 && this.readyState === 2) {
      this.readyState = 4;
      this.#pendingEvents.push('playing');
    }
    return passed;
  }

  #reportTime(): void {
    this.#reported = this.#position;
    this.#sinceReport = 0;
  }

  #seek(seconds: number): void {
    this.#position = this.#reported = Math.min(Math.max(seconds, 0), this.duration);
    this.ended = false;
    this.seeking = true;
    this.#seekLeft = this.#seekSeconds;
    this.#pendingEvents.push('seeking');
  }

  #end(): void {
    this.#position = this.duration;
    this.#reportTime();
    if (this.loop) return this.#seek(0);
    this.ended = true;
    this.paused = true;
    this.#pendingEvents.push('timeupdate', 'pause', 'ended');
  }

  #sendEvents(): void {
    for (const type of this.#pendingEvents.splice(0)) {
      if (type === 'playing') for (const { resolve } of this.#pending.splice(0)) resolve();
      this.dispatchEvent(new Event(type));
    }
  }
}
