import type { MotionPlayer } from '@odori/runtime';
import { loadSong } from '../../dance/src/load-example.js';
import { PlayButton } from '../../shared/controls.js';
import { element, part } from '../../shared/dom.js';
import { problemText } from '../../shared/problem-text.js';
import type { GazeKind } from './gaze-target.js';
import { createVowelWeights, type Lips, VOWELS, type VowelWeights } from './lips.js';
import { SongVowels } from './song-vowels.js';
import { TextVowels } from './text-vowels.js';

const LETTERS = ['a', 'i', 'u', 'e', 'o'];

/** Play, song and words, and how wide each vowel is open. */
export class LookPanel {
  readonly #player: MotionPlayer;
  readonly #onChange: () => void;
  readonly #play: PlayButton;
  readonly #gaze = part('gaze', HTMLSelectElement);
  readonly #songButton = part('song', HTMLButtonElement);
  readonly #status = part('status', HTMLElement);
  readonly #weights = createVowelWeights();
  readonly #meters: readonly HTMLMeterElement[];
  #song: HTMLAudioElement | undefined;
  #heard: SongVowels | undefined;
  #said: TextVowels | undefined;

  constructor(player: MotionPlayer, options: { paused: boolean }, onChange: () => void) {
    this.#player = player;
    this.#onChange = onChange;
    this.#meters = VOWELS.map(addMeter);
    this.#play = new PlayButton(options, () => this.#start());
    this.#songButton.addEventListener('click', () => void this.#turnSong());
    part('words', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#said = new TextVowels(part('text', HTMLInputElement).value);
      onChange();
    });
    // Keyboards and headphones have keys that play and pause a song.
    for (const type of ['play', 'pause']) player.addEventListener(type, () => this.#heed());
    this.#start();
  }

  /** Is called now and whenever another gaze is chosen. */
  set onGaze(onGaze: (kind: GazeKind) => void) {
    const tell = (): void => {
      onGaze(this.#gaze.value as GazeKind);
      this.#onChange();
    };
    this.#gaze.addEventListener('change', tell);
    tell();
  }

  get isSpeaking(): boolean {
    return this.#said !== undefined;
  }

  /** What the lips are to say instead of the dance's own: words before song; undefined if there is neither. */
  vowels(seconds: number): VowelWeights | undefined {
    if (this.#said?.isOver) this.#said = undefined;
    if (this.#said) return this.#said.advance(seconds, this.#weights);
    const isHeard = this.#player.media !== undefined && !this.#player.paused;
    return isHeard ? this.#heard?.read(this.#weights) : undefined;
  }

  show(lips: Lips): void {
    lips.read(this.#weights);
    for (let i = 0; i < this.#meters.length; i++) this.#meters[i].value = this.#weights[i];
  }

  #start(): void {
    if (this.#play.isPlaying) this.#player.play().catch((error: unknown) => this.#tell(error));
    else this.#player.pause();
    this.#onChange();
  }

  #heed(): void {
    const isPlaying = !this.#player.paused;
    if (isPlaying !== this.#play.isPlaying) this.#play.turn(isPlaying);
  }

  /** Loads the song when it is first asked for: browsers let a page sound only then. */
  async #turnSong(): Promise<void> {
    const isOn = this.#player.media === undefined;
    this.#songButton.disabled = true;
    try {
      this.#song ??= await this.#loadSong();
      this.#player.media = isOn ? this.#song : undefined;
      this.#songButton.setAttribute('aria-pressed', String(isOn));
      if (isOn) this.#play.turn(true);
    } catch (error) {
      this.#tell(error);
    }
    this.#songButton.disabled = false;
    this.#onChange();
  }

  async #loadSong(): Promise<HTMLAudioElement> {
    const context = new AudioContext(); // at once: some browsers forget the click soon
    try {
      const song = await loadSong();
      await context.resume();
      this.#heard = new SongVowels(song, context);
      return song;
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  #tell(error: unknown): void {
    this.#status.textContent = problemText(error);
  }
}

function addMeter(vowel: string, index: number): HTMLMeterElement {
  const meter = element('meter', { min: '0', max: '1' });
  const name = element('span', {}, element('span', { lang: 'ja' }, vowel), ` ${LETTERS[index]}`);
  part('vowels', HTMLElement).append(element('label', { class: 'row' }, name, meter));
  return meter;
}
