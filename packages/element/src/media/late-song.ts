import type { MotionPlayer } from '@odori/runtime';

/** `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;
/** Seconds that must be loaded from the time of the dance on. */
const AHEAD = 0.2;

/**
 * Lets a muted song join a dance that already plays without it: when it can be played at the time of the
 * dance, so that the dance never waits for it. When the dance pauses, or the viewer wants to hear the song,
 * it joins at once.
 */
export class LateSong {
  readonly #player: MotionPlayer;
  readonly #onError: () => void;
  #waiting: AbortController | undefined;

  /** `onError` is called if the song breaks before it joins. */
  constructor(player: MotionPlayer, onError: () => void) {
    this.#player = player;
    this.#onError = onError;
  }

  /** Calls `join` when the song has to follow the player: now, or later. */
  enter(song: HTMLMediaElement, join: () => void): void {
    this.cancel();
    const player = this.#player;
    if (player.paused || !song.muted) {
      join();
      return;
    }
    const waiting = (this.#waiting = new AbortController());
    const { signal } = waiting;
    const joinNow = (): void => {
      this.cancel();
      song.pause(); // it follows the player from now on, which may be paused
      join();
    };
    player.addEventListener('pause', joinNow, { signal });
    song.addEventListener('volumechange', () => song.muted || joinNow(), { signal });
    song.addEventListener('error', () => this.#giveUp(), { signal });
    void this.#startBesides(song, signal).then((isPlaying) => {
      if (!isPlaying || signal.aborted) return;
      this.cancel();
      join();
    });
  }

  /** The song does not join any more. */
  cancel(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  #giveUp(): void {
    this.cancel();
    this.#onError();
  }

  /**
   * Starts the song at the time of the dance. False if the browser refuses: it then joins with the viewer's
   * next click.
   */
  async #startBesides(song: HTMLMediaElement, signal: AbortSignal): Promise<boolean> {
    do {
      song.currentTime = this.#player.currentTime;
      await whenPlayable(song, signal);
      if (signal.aborted) return false;
    } while (!isLoadedAt(song, this.#player.currentTime));
    return song.play().then(
      () => true,
      () => false,
    );
  }
}

/** Is the song loaded from this time on? */
function isLoadedAt({ buffered, duration }: HTMLMediaElement, seconds: number): boolean {
  const end = Math.min(seconds + AHEAD, duration);
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= seconds && end <= buffered.end(i)) return true;
  }
  return seconds >= duration;
}

/** Resolves when the song can be played from where it is, or when `signal` aborts. */
function whenPlayable(song: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!song.seeking && song.readyState >= HAVE_FUTURE_DATA) resolve();
    };
    for (const type of ['canplay', 'seeked', 'progress']) song.addEventListener(type, check, { signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
    check();
  });
}
