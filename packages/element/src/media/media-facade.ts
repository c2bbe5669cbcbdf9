import type { MotionPlayer } from '@odori/runtime';
import type { Sound } from './sound.js';

export const HAVE_NOTHING = 0;
export const HAVE_ENOUGH_DATA = 4;

/** Events of the player that the element dispatches too. */
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

/** Of these, the events that are dispatched only while something is loaded. */
const NEEDS_CONTENT: readonly string[] = ['seeking', 'seeked', 'timeupdate', 'ended', 'durationchange'];

/** Like `MediaError` of the browser, which programs cannot construct. */
export interface PlayerError {
  /** 4: the model is missing, broken or of an unknown format (`MEDIA_ERR_SRC_NOT_SUPPORTED`). */
  readonly code: 4;
  readonly message: string;
}

/** A call of `play` before anything was loaded. */
interface PendingPlay {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Behaves as `HTMLMediaElement` does, on a {@link MotionPlayer} and its song: time, readiness, `play`, and events. */
export class MediaFacade {
  readonly #player: MotionPlayer;
  readonly #sound: Sound;
  readonly #dispatch: (type: string) => void;
  #readyState = HAVE_NOTHING;
  #error: PlayerError | null = null;
  #pendingPlay: PendingPlay | undefined;
  /** Seconds where playback will start, set before anything was loaded. */
  #startTime = 0;
  /** Was `play` dispatched before anything was loaded? */
  #hasAnnouncedPlay = false;
  /** Does {@link resume} play? */
  #isSuspended = false;

  constructor(player: MotionPlayer, sound: Sound, dispatch: (type: string) => void) {
    this.#player = player;
    this.#sound = sound;
    this.#dispatch = dispatch;
    for (const type of RELAYED) player.addEventListener(type, () => this.#relay(type));
  }

  get readyState(): number {
    return this.#readyState;
  }

  get error(): PlayerError | null {
    return this.#error;
  }

  get currentTime(): number {
    return this.#readyState === HAVE_NOTHING ? this.#startTime : this.#player.currentTime;
  }

  set currentTime(seconds: number) {
    if (this.#readyState > HAVE_NOTHING) this.#player.currentTime = seconds;
    else if (Number.isFinite(seconds)) this.#startTime = Math.max(seconds, 0);
    else throw new TypeError(`currentTime must be a finite number, not ${seconds}`);
  }

  get duration(): number {
    return this.#readyState === HAVE_NOTHING ? Number.NaN : this.#player.duration;
  }

  get paused(): boolean {
    return this.#pendingPlay === undefined && this.#player.paused;
  }

  get currentSrc(): string {
    return this.#sound.currentSrc;
  }

  get buffered(): TimeRanges {
    return this.#sound.audio?.buffered ?? timeRange(this.duration);
  }

  get seekable(): TimeRanges {
    const { audio } = this.#sound;
    return audio && audio.readyState > HAVE_NOTHING ? audio.seekable : timeRange(this.duration);
  }

  play(): Promise<void> {
    if (this.#error) return Promise.reject(new DOMException(this.#error.message, 'NotSupportedError'));
    if (this.#readyState > HAVE_NOTHING) return this.#player.play();
    if (this.#pendingPlay) return this.#pendingPlay.promise;
    this.#pendingPlay = createPendingPlay();
    this.#hasAnnouncedPlay = true;
    this.#dispatch('play');
    this.#dispatch('waiting');
    return this.#pendingPlay.promise;
  }

  pause(): void {
    this.#isSuspended = false;
    const reason = new DOMException('paused before playback started', 'AbortError');
    if (this.#rejectPendingPlay(reason)) this.#dispatch('pause');
    this.#player.pause();
  }

  /** Plays; if the browser refuses, it stays paused, as a video does. */
  tryPlay(): void {
    this.play().catch(() => undefined);
  }

  togglePlay(): void {
    if (this.paused) this.tryPlay();
    else this.pause();
  }

  /** Plays now, or when {@link resume} is called. */
  autoplay(isVisible: boolean): void {
    if (isVisible) this.tryPlay();
    else this.#isSuspended = true;
  }

  /** Pauses until {@link resume} is called. A call of {@link pause} in between makes the pause permanent. */
  suspend(): void {
    const wasPlaying = !this.paused;
    this.pause();
    this.#isSuspended = wasPlaying;
  }

  resume(): void {
    if (!this.#isSuspended) return;
    this.#isSuspended = false;
    this.tryPlay();
  }

  /** Everything is loaded: dispatches the events, seeks to the start time, and starts a pending `play`. */
  becomeReady(): void {
    const isFirst = this.#readyState === HAVE_NOTHING;
    this.#readyState = HAVE_ENOUGH_DATA;
    this.#error = null;
    if (isFirst) this.#dispatch('durationchange');
    for (const type of ['loadedmetadata', 'loadeddata', 'canplay', 'canplaythrough']) this.#dispatch(type);
    if (this.#startTime > 0) this.#player.currentTime = this.#startTime;
    this.#startTime = 0;
    const pending = this.#pendingPlay;
    this.#pendingPlay = undefined;
    if (pending) this.#player.play().then(pending.resolve, (error: unknown) => this.#refuse(pending, error));
  }

  /** Something is loaded again: a call of `play` waits for it. */
  forgetError(): void {
    this.#error = null;
  }

  /** Nothing can be shown, because of an error. The time stays: the next model starts there. */
  fail(message: string): void {
    this.#startTime = this.currentTime;
    this.#readyState = HAVE_NOTHING;
    this.#error = { code: 4, message };
    this.#rejectPendingPlay(new DOMException(message, 'NotSupportedError'));
    this.#player.pause();
    this.#dispatch('error');
  }

  /** Nothing is loaded any more. */
  becomeEmpty(): void {
    const wasReady = this.#readyState > HAVE_NOTHING;
    this.#readyState = HAVE_NOTHING;
    this.#error = null;
    this.#rejectPendingPlay(new DOMException('removed before playback started', 'AbortError'));
    if (!wasReady) return;
    this.#player.currentTime = 0;
    this.#dispatch('emptied');
  }

  #relay(type: string): void {
    if (this.#readyState === HAVE_NOTHING && NEEDS_CONTENT.includes(type)) return;
    const isAnnounced = type === 'play' && this.#hasAnnouncedPlay;
    if (type === 'play') this.#hasAnnouncedPlay = false;
    if (!isAnnounced) this.#dispatch(type);
  }

  /** The browser refused to play: takes back the `play` event that was dispatched too early. */
  #refuse(pending: PendingPlay, error: unknown): void {
    if (this.#hasAnnouncedPlay) this.#dispatch('pause');
    this.#hasAnnouncedPlay = false;
    pending.reject(error);
  }

  #rejectPendingPlay(reason: DOMException): boolean {
    const pending = this.#pendingPlay;
    this.#pendingPlay = undefined;
    this.#hasAnnouncedPlay = false;
    pending?.reject(reason);
    return pending !== undefined;
  }
}

function createPendingPlay(): PendingPlay {
  let settle: Omit<PendingPlay, 'promise'> | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => undefined); // a caller that ignores the promise causes no unhandled rejection, as on a video
  return { promise, ...settle! };
}

/** `TimeRanges` with one range from 0 to `end`; without any if `end` is 0 or NaN. */
export function timeRange(end: number): TimeRanges {
  const length = end > 0 ? 1 : 0;
  const valueAt = (time: number) => (index: number) => {
    if (index >= length) throw new DOMException(`there is no range ${index}`, 'IndexSizeError');
    return time;
  };
  return { length, start: valueAt(0), end: valueAt(end) };
}
