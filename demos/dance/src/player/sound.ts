import type { MotionPlayer } from '@odori/runtime';
import { part } from '../../../shared/dom.js';
import { problemText } from '../../../shared/problem-text.js';
import { discardSong } from '../files/opened-files.js';
import { loadSong } from '../load-example.js';

/** Which song goes with the dance, and whether it is to be heard: the player follows it while it is. */
export class Sound {
  readonly #player: MotionPlayer;
  readonly #onProblem: (text: string) => void;
  readonly #button = part('sound', HTMLButtonElement);
  /** The page's own, and the reader's. */
  #own: HTMLAudioElement | undefined;
  #given: HTMLAudioElement | undefined;
  #isOwnDance = true;
  #isLoud = false;

  constructor(player: MotionPlayer, onProblem: (text: string) => void) {
    this.#player = player;
    this.#onProblem = onProblem;
  }

  /** Is the song the reader's? */
  get isGiven(): boolean {
    return this.#given !== undefined;
  }

  get isLoud(): boolean {
    return this.#isLoud;
  }

  /** What goes with the dance, to be heard or not. */
  get song(): HTMLAudioElement | undefined {
    return this.#given ?? (this.#isOwnDance ? this.#own : undefined);
  }

  /** Brings the page's own song. Never rejects. */
  async loadOwn(): Promise<void> {
    try {
      this.#own = await loadSong();
      this.#begin();
    } catch (error) {
      this.#onProblem(problemText(error));
    }
  }

  /** Takes a song of the reader's, or none any more. */
  give(song: HTMLAudioElement | undefined): void {
    const last = this.#given;
    this.#given = song;
    this.#begin();
    discardSong(last);
  }

  /** The page's own song goes with its own dance only. */
  accompany(isOwnDance: boolean): void {
    this.#isOwnDance = isOwnDance;
    this.#begin();
  }

  turn(isLoud: boolean): void {
    this.#isLoud = isLoud;
    this.#begin();
  }

  /** If the song may not sound, the dance goes on in silence. */
  play(): void {
    this.#player.play().catch((error: unknown) => {
      const { name } = error instanceof DOMException ? error : { name: '' };
      if (name === 'AbortError') return; // paused before it began
      this.turn(false);
      this.#onProblem(name === 'NotAllowedError' ? 'Press Sound to hear the song.' : problemText(error));
      this.play();
    });
  }

  #begin(): void {
    const song = this.#isLoud ? this.song : undefined;
    const isPlaying = !this.#player.paused;
    if (song !== this.#player.media) {
      this.#player.pause();
      this.#player.media = song;
      if (isPlaying) this.play();
    }
    // Without a song there is nothing to be turned on.
    this.#button.setAttribute('aria-pressed', String(this.#isLoud && this.song !== undefined));
    this.#button.disabled = this.song === undefined;
  }
}
