import type { MotionPlayer } from '@odori/runtime';
import type { Sound } from './sound.js';

export const HAVE_NOTHING = 0;
export const HAVE_CURRENT_DATA = 2;
export const HAVE_FUTURE_DATA = 3;
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

/** A call of `play` before playback could start. */
interface PendingPlay {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Playback, for its media. */
export interface MediaHost {
  dispatch(type: string): void;
  /** Is there a song that is not loaded yet, and that shall be heard? */
  readonly needsSong: boolean;
  /** `play` was called: loads what `preload` has left out. */
  loadAll(): void;
}

/** What {@link MediaFacade.resume} plays again: songs, which players may share, and players without one. */
const suspended = new WeakSet();

/**
 * Behaves as `HTMLMediaElement` does, on a {@link MotionPlayer} and its song: time, readiness, `play`, and
 * events.
 */
export class MediaFacade {
  readonly #player: MotionPlayer;
  readonly #sound: Sound;
  readonly #host: MediaHost;
  /** `shown`: the picture has all that it needs, but the song or physics is not loaded yet. */
  #stage: 'nothing' | 'shown' | 'complete' = 'nothing';
  /** Is `canplay` still to be dispatched? */
  #isCanPlayDue = false;
  #error: PlayerError | null = null;
  #pendingPlay: PendingPlay | undefined;
  /** Seconds where playback will start, set before that time could be shown; else 0. */
  #startTime = 0;
  /** Was `play` dispatched before playback could start? */
  #hasAnnouncedPlay = false;
  constructor(host: MediaHost, player: MotionPlayer, sound: Sound) {
    this.#player = player;
    this.#sound = sound;
    this.#host = host;
    for (const type of RELAYED) player.addEventListener(type, () => this.#relay(type));
  }

  get readyState(): number {
    if (this.#stage === 'nothing') return HAVE_NOTHING;
    if (this.#stage === 'complete') return HAVE_ENOUGH_DATA;
    return this.#mustWait ? HAVE_CURRENT_DATA : HAVE_FUTURE_DATA;
  }

  get error(): PlayerError | null {
    return this.#error;
  }

  get currentTime(): number {
    return this.#stage === 'nothing' ? this.#startTime : this.#player.currentTime;
  }

  set currentTime(seconds: number) {
    if (!Number.isFinite(seconds)) throw new TypeError(`currentTime must be a finite number, not ${seconds}`);
    if (this.#stage !== 'nothing') this.#player.currentTime = seconds;
    this.#startTime = this.#stage === 'complete' ? 0 : Math.max(seconds, 0);
  }

  get duration(): number {
    return this.#stage === 'nothing' ? Number.NaN : this.#player.duration;
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
    this.#host.loadAll();
    if (this.#stage !== 'nothing' && !this.#mustWait) {
      this.#startTime = 0;
      return this.#player.play();
    }
    if (this.#pendingPlay) return this.#pendingPlay.promise;
    this.#pendingPlay = createPendingPlay();
    this.#hasAnnouncedPlay = true;
    this.#dispatch('play');
    this.#dispatch('waiting');
    return this.#pendingPlay.promise;
  }

  pause(): void {
    this.#endSuspension();
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
  autoplay(isInSight: boolean): void {
    if (isInSight) this.tryPlay();
    else suspended.add(this.#sound.audio ?? this);
  }

  /**
   * Pauses until {@link resume} is called, unless another player in sight has the same song. A call of {@link
   * pause} in between makes the pause permanent.
   */
  suspend(): void {
    const { audio } = this.#sound;
    const wasPlaying = !this.paused;
    this.#sound.isInSight = false;
    if (this.#sound.isShared) return;
    this.pause();
    if (wasPlaying) suspended.add(audio ?? this);
  }

  resume(): void {
    this.#sound.isInSight = true;
    if (this.#endSuspension()) this.tryPlay();
  }

  /** The element was removed from the page: pauses, unless another player in sight has the same song. */
  leave(): void {
    this.#sound.isInSight = false;
    if (this.#sound.isShared) this.#player.media = undefined;
    this.pause();
  }

  #endSuspension(): boolean {
    const { audio } = this.#sound;
    const wasSongSuspended = audio !== undefined && suspended.delete(audio);
    return suspended.delete(this) || wasSongSuspended;
  }

  /**
   * The picture has all that it needs: dispatches the events, seeks to the start time, and plays if it need
   * not wait for the song.
   */
  becomeShown(): void {
    const isFirst = this.#stage === 'nothing';
    if (isFirst) this.#stage = 'shown';
    this.#error = null;
    this.#isCanPlayDue = true;
    if (isFirst) this.#dispatch('durationchange');
    for (const type of ['loadedmetadata', 'loadeddata']) this.#dispatch(type);
    this.#seekToStart();
    this.update();
  }

  /** Plays if it waited for the song and need not wait any more: the song is loaded or muted. */
  update(): void {
    if (this.#stage === 'nothing' || this.#mustWait || !this.#isCanPlayDue) return;
    this.#isCanPlayDue = false;
    this.#dispatch('canplay');
    const pending = this.#pendingPlay;
    this.#pendingPlay = undefined;
    if (pending) this.#player.play().then(pending.resolve, (error: unknown) => this.#refuse(pending, error));
  }

  /** Everything is loaded. */
  becomeReady(): void {
    this.#stage = 'complete';
    this.#seekToStart();
    this.#startTime = 0;
    this.update();
    this.#dispatch('canplaythrough');
  }

  /** The song may be longer than the motion: then a late time can be shown only when it is loaded. */
  #seekToStart(): void {
    if (this.#player.paused && this.#startTime > this.#player.currentTime)
      this.#player.currentTime = this.#startTime;
  }

  /** Must playback wait for the song? A dance that plays does not stop for it. */
  get #mustWait(): boolean {
    return this.#stage === 'shown' && this.#player.paused && this.#host.needsSong;
  }

  /** Something is loaded again: a call of `play` waits for it. */
  forgetError(): void {
    this.#error = null;
  }

  /** Nothing can be shown, because of an error. The time stays: the next model starts there. */
  fail(message: string): void {
    this.#startTime = this.currentTime;
    this.#stage = 'nothing';
    this.#error = { code: 4, message };
    this.#rejectPendingPlay(new DOMException(message, 'NotSupportedError'));
    this.#player.pause();
    this.#dispatch('error');
  }

  /** Nothing is loaded any more. */
  becomeEmpty(): void {
    const wasShown = this.#stage !== 'nothing';
    this.#stage = 'nothing';
    this.#error = null;
    this.#rejectPendingPlay(new DOMException('removed before playback started', 'AbortError'));
    if (!wasShown) return;
    this.#startTime = this.#player.currentTime = 0;
    this.#dispatch('emptied');
  }

  #dispatch(type: string): void {
    this.#host.dispatch(type);
  }

  #relay(type: string): void {
    if (this.#stage === 'nothing' && NEEDS_CONTENT.includes(type)) return;
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
  // a caller that ignores the promise causes no unhandled rejection, as on a video
  promise.catch(() => undefined);
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
