import type { MotionPlayer } from '@odori/runtime';
import { byId } from '../../../shared/dom.js';
import { problemText } from '../../../shared/problem-text.js';
import { discardSong, loadSong } from '../../../shared/song.js';

/** The song of the dance and its on/off button. While the song is on, the player follows its time. */
export class Sound {
  readonly #player: MotionPlayer;
  readonly #onProblem: (text: string) => void;
  readonly #button = byId('sound', HTMLButtonElement);
  /** The song of the example, and the song that the user has opened. */
  #example: HTMLAudioElement | undefined;
  #opened: HTMLAudioElement | undefined;
  #isExampleDance = true;
  #isOn = false;

  constructor(player: MotionPlayer, onProblem: (text: string) => void) {
    this.#player = player;
    this.#onProblem = onProblem;
    player.addEventListener('error', () => {
      this.set(false);
      onProblem('The song broke off. The dance goes on without it.');
    });
  }

  /** Whether the user has opened a song. */
  get isOpened(): boolean {
    return this.#opened !== undefined;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** The song of the current dance, on or off. */
  get song(): HTMLAudioElement | undefined {
    return this.#opened ?? (this.#isExampleDance ? this.#example : undefined);
  }

  /** Loads the song of the example. Never rejects. */
  async loadExample(): Promise<void> {
    try {
      this.#example = await loadSong();
      this.#update();
    } catch (error) {
      this.#onProblem(problemText(error));
    }
  }

  /** Sets or removes the song of the user. */
  open(song: HTMLAudioElement | undefined): void {
    const last = this.#opened;
    this.#opened = song;
    this.#update();
    discardSong(last);
  }

  /** The song of the example plays only with the dance of the example. */
  setDance(isExampleDance: boolean): void {
    this.#isExampleDance = isExampleDance;
    this.#update();
  }

  set(isOn: boolean): void {
    this.#isOn = isOn;
    this.#update();
  }

  /** If the browser refuses to play the song, the dance goes on without sound. */
  play(): void {
    this.#player.play().catch((error: unknown) => {
      const { name } = error instanceof DOMException ? error : { name: '' };
      if (name === 'AbortError') return; // paused before it started
      this.set(false);
      this.#onProblem(name === 'NotAllowedError' ? 'Press Sound to hear the song.' : problemText(error));
      this.play();
    });
  }

  #update(): void {
    const song = this.#isOn ? this.song : undefined;
    const isPlaying = !this.#player.paused;
    if (song !== this.#player.media) {
      this.#player.pause();
      this.#player.media = song;
      if (isPlaying) this.play();
    }
    // Without a song, the button is disabled.
    this.#button.setAttribute('aria-pressed', String(this.#isOn && this.song !== undefined));
    this.#button.disabled = this.song === undefined;
  }
}
