import { discardSong } from '../intake/intake.js';
import { loadSong } from '../show/load-show.js';
import type { Clock } from './clock.js';
import { part } from './part.js';
import { problemText } from './problem-text.js';

export interface SoundEvents {
  /** The keyboards of some, and phones, have keys that play and pause a song. */
  onPlay(isPlaying: boolean): void;
  onProblem(text: string): void;
}

/** Which song goes with the dance, and whether it is to be heard. */
export class Sound {
  readonly #clock: Clock;
  readonly #events: SoundEvents;
  readonly #button = part('sound', HTMLButtonElement);
  /** The page's own, and the reader's. */
  #own: HTMLAudioElement | undefined;
  #given: HTMLAudioElement | undefined;
  #isOwnDance = true;

  constructor(clock: Clock, events: SoundEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  /** Is the song the reader's? */
  get isGiven(): boolean {
    return this.#given !== undefined;
  }

  /** Brings the page's own song. Never rejects. */
  async loadOwn(): Promise<void> {
    try {
      this.#own = await loadSong();
      this.#listen(this.#own);
      this.#choose();
    } catch (error) {
      this.#events.onProblem(problemText(error));
    }
  }

  /** Takes a song of the reader's, or none any more. */
  give(song: HTMLAudioElement | undefined): void {
    const last = this.#given;
    this.#given = song;
    if (song) this.#listen(song);
    this.#choose();
    discardSong(last);
  }

  /** The page's own song goes with its own dance only. */
  accompany(isOwnDance: boolean): void {
    this.#isOwnDance = isOwnDance;
    this.#choose();
  }

  turn(isLoud: boolean): void {
    this.#begin(this.#clock.setLoud(isLoud));
    this.#show();
  }

  play(): void {
    this.#begin(this.#clock.play());
  }

  #choose(): void {
    this.#begin(this.#clock.follow(this.#given ?? (this.#isOwnDance ? this.#own : undefined)));
    this.#show();
  }

  /** Without a song there is nothing to be turned on. */
  #show(): void {
    const { isLoud, song } = this.#clock;
    this.#button.setAttribute('aria-pressed', String(isLoud && song !== undefined));
    this.#button.disabled = song === undefined;
  }

  #listen(song: HTMLAudioElement): void {
    const heed = (): void => {
      const { song: current, isPlaying, isLoud } = this.#clock;
      if (song !== current || song.paused !== (isPlaying && isLoud)) return;
      if (!song.paused) this.turn(true);
      this.#events.onPlay(!song.paused);
    };
    song.addEventListener('play', heed);
    song.addEventListener('pause', heed);
  }

  /** If the song may not sound, the dance goes on in silence. */
  #begin(beginning: Promise<void>): void {
    beginning.catch((error: unknown) => {
      const { name } = error instanceof DOMException ? error : { name: '' };
      if (name === 'AbortError') return; // paused before it began
      this.turn(false);
      this.#events.onProblem(
        name === 'NotAllowedError' ? 'Press Sound to hear the song.' : problemText(error),
      );
    });
  }
}
