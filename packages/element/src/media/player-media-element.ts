import { MotionPlayer } from '@odori/runtime';
import { HtmlElement } from './html-element.js';
import { Sound } from './sound.js';
import { timeRange } from './time-range.js';

/** What the player says and the element says after it. */
const RELAYED = [
  'play',
  'playing',
  'waiting',
  'pause',
  'seeking',
  'seeked',
  'timeupdate',
  'ended',
  'ratechange',
  'durationchange',
] as const;

/** Of these nothing is said before there is something to play. */
const OF_LOADED: readonly string[] = ['seeking', 'seeked', 'timeupdate', 'ended', 'durationchange'];

/** As `MediaError` of the browser, which cannot be made by programs. */
export interface PlayerError {
  /** 4: the source is missing, broken or of another kind (`MEDIA_ERR_SRC_NOT_SUPPORTED`). */
  readonly code: 4;
  readonly message: string;
}

/** Somebody waits for what is not loaded yet. */
interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The part of `HTMLMediaElement` that players and control kits use, on a {@link MotionPlayer} and its song. */
export abstract class PlayerMediaElement extends HtmlElement {
  static readonly HAVE_NOTHING = 0;
  static readonly HAVE_ENOUGH_DATA = 4;

  /** The clock and what it moves: crossfade, loop a range, change the pose. Media and camera are put into it by the element. */
  readonly player: MotionPlayer = new MotionPlayer();
  protected readonly sound: Sound = new Sound(() => this.tell('volumechange'));
  #readyState = 0;
  #error: PlayerError | null = null;
  #waiting: Waiting | undefined;
  /** Where it is to begin, once it is loaded. */
  #start = 0;
  /** Has `play` been told before there was anything to play? */
  #hasToldPlay = false;

  constructor() {
    super();
    for (const type of RELAYED) this.player.addEventListener(type, () => this.#relay(type));
  }

  /** Seconds, 0 to `duration`; setting it seeks. Set before anything is loaded: where it will begin. */
  get currentTime(): number {
    return this.#readyState === 0 ? this.#start : this.player.currentTime;
  }

  set currentTime(seconds: number) {
    if (this.#readyState > 0) this.player.currentTime = seconds;
    else if (Number.isFinite(seconds)) this.#start = Math.max(seconds, 0);
    else throw new TypeError(`currentTime = ${seconds}`);
  }

  /** Seconds: the song's, or the longest motion's. NaN until something is loaded. */
  get duration(): number {
    return this.#readyState === 0 ? Number.NaN : this.player.duration;
  }

  /** True at first, in pauses and after the end. */
  get paused(): boolean {
    return this.#waiting === undefined && this.player.paused;
  }

  get ended(): boolean {
    return this.player.ended;
  }

  get seeking(): boolean {
    return this.player.seeking;
  }

  /**
   * How fast time goes, 1 as it is.
   *
   * @throws RangeError if it is set below 0; what media throw if they can't.
   */
  get playbackRate(): number {
    return this.player.playbackRate;
  }

  set playbackRate(rate: number) {
    this.player.playbackRate = rate;
  }

  /**
   * 0 to 1, of the song; stays while songs come and go.
   *
   * @throws DOMException `IndexSizeError` if it is set outside of 0 to 1.
   */
  get volume(): number {
    return this.sound.volume;
  }

  set volume(volume: number) {
    this.sound.volume = volume;
  }

  get muted(): boolean {
    return this.sound.isMuted;
  }

  set muted(isMuted: boolean) {
    this.sound.isMuted = isMuted;
  }

  /** The attribute `muted`. */
  get defaultMuted(): boolean {
    return this.hasAttribute('muted');
  }

  set defaultMuted(isMuted: boolean) {
    this.toggleAttribute('muted', isMuted);
  }

  get loop(): boolean {
    return this.hasAttribute('loop');
  }

  set loop(loop: boolean) {
    this.toggleAttribute('loop', loop);
  }

  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }

  set autoplay(autoplay: boolean) {
    this.toggleAttribute('autoplay', autoplay);
  }

  get controls(): boolean {
    return this.hasAttribute('controls');
  }

  set controls(controls: boolean) {
    this.toggleAttribute('controls', controls);
  }

  /** 0 while nothing can be shown, 4 when everything is there. */
  get readyState(): number {
    return this.#readyState;
  }

  /** 1 idle, 2 loading: as of media. */
  get networkState(): number {
    return this.isLoading ? 2 : 1;
  }

  /** Why nothing can be shown; null while nothing is wrong. */
  get error(): PlayerError | null {
    return this.#error;
  }

  /** Address of the song, `''` without one. */
  get currentSrc(): string {
    return this.sound.audio?.currentSrc ?? '';
  }

  /** What is there of the song; without one, all of the time. */
  get buffered(): TimeRanges {
    return this.sound.audio?.buffered ?? timeRange(this.duration);
  }

  get seekable(): TimeRanges {
    return timeRange(this.duration);
  }

  protected abstract get isLoading(): boolean;

  /**
   * Plays, as soon as everything is there.
   *
   * Rejects as `<video>` does: `NotAllowedError` before the reader has touched the page, `AbortError` if it is paused or
   * taken away before it began, `NotSupportedError` if there is nothing that could be played.
   */
  play(): Promise<void> {
    if (this.#error) return Promise.reject(new DOMException(this.#error.message, 'NotSupportedError'));
    if (this.#readyState > 0) return this.player.play();
    if (this.#waiting) return this.#waiting.promise;
    this.#waiting = createWaiting();
    this.#hasToldPlay = true;
    this.tell('play');
    this.tell('waiting');
    return this.#waiting.promise;
  }

  /** Stops where it is; a `play()` that has not begun yet rejects with `AbortError`. */
  pause(): void {
    if (this.#giveUp(new DOMException('paused before it began', 'AbortError'))) this.tell('pause');
    this.player.pause();
  }

  /** Everything is there. */
  protected becomeReady(): void {
    const isFirst = this.#readyState === 0;
    this.#readyState = PlayerMediaElement.HAVE_ENOUGH_DATA;
    this.#error = null;
    if (isFirst) this.tell('durationchange');
    for (const type of ['loadedmetadata', 'loadeddata', 'canplay', 'canplaythrough']) this.tell(type);
    if (this.#start > 0) this.player.currentTime = this.#start;
    this.#start = 0;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) this.player.play().then(waiting.resolve, (error: unknown) => this.#refuse(waiting, error));
  }

  /** There is nothing to be shown, and why. */
  protected becomeBroken(message: string): void {
    this.#readyState = 0;
    this.#error = { code: 4, message };
    this.#giveUp(new DOMException(message, 'NotSupportedError'));
    this.player.pause();
    this.tell('error');
  }

  /** Nothing is loaded any more. */
  protected becomeEmpty(): void {
    const wasReady = this.#readyState > 0;
    this.#readyState = 0;
    this.#error = null;
    this.#giveUp(new DOMException('taken away before it began', 'AbortError'));
    if (wasReady) this.tell('emptied');
  }

  /** Tells whoever listens to the element. */
  protected tell(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  #relay(type: string): void {
    if (this.#readyState === 0 && OF_LOADED.includes(type)) return;
    const isTold = type === 'play' && this.#hasToldPlay;
    if (type === 'play') this.#hasToldPlay = false;
    if (!isTold) this.tell(type);
  }

  /** What was told too early is taken back. */
  #refuse(waiting: Waiting, error: unknown): void {
    if (this.#hasToldPlay) this.tell('pause');
    this.#hasToldPlay = false;
    waiting.reject(error);
  }

  #giveUp(reason: DOMException): boolean {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#hasToldPlay = false;
    waiting?.reject(reason);
    return waiting !== undefined;
  }
}

function createWaiting(): Waiting {
  let settle: Omit<Waiting, 'promise'> | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => undefined); // whoever called `play` hears of it; autoplay does not listen, as on a video
  return { promise, ...settle! };
}
