import type { MotionPlayer } from '@odori/runtime';
import { PlayButton } from '../../shared/controls.js';
import { element, byId } from '../../shared/dom.js';
import { problemText } from '../../shared/problem-text.js';
import { loadSong } from '../../shared/song.js';
import type { GazeKind } from './gaze-target.js';
import { createVowelWeights, type Lips, VOWELS, type VowelWeights } from './lips.js';
import { SongVowels } from './song-vowels.js';
import { TextVowels } from './text-vowels.js';

const LETTERS = ['a', 'i', 'u', 'e', 'o'];

/** The controls of the page: play, gaze, song and words. Also shows the weight of each vowel. */
export class LookPanel {
  readonly #player: MotionPlayer;
  readonly #onChange: () => void;
  readonly #play: PlayButton;
  readonly #gaze = byId('gaze', HTMLSelectElement);
  readonly #songButton = byId('song', HTMLButtonElement);
  readonly #status = byId('status', HTMLElement);
  readonly #weights = createVowelWeights();
  readonly #meters: readonly HTMLMeterElement[];
  #song: HTMLAudioElement | undefined;
  #songVowels: SongVowels | undefined;
  #textVowels: TextVowels | undefined;

  constructor(player: MotionPlayer, options: { paused: boolean }, onChange: () => void) {
    this.#player = player;
    this.#onChange = onChange;
    this.#meters = VOWELS.map(addMeter);
    this.#play = new PlayButton(options, () => this.#applyPlayState());
    this.#songButton.addEventListener('click', () => void this.#toggleSong());
    byId('words', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#textVowels = new TextVowels(byId('text', HTMLInputElement).value);
      onChange();
    });
    // The media keys of keyboards and headphones also play and pause the song.
    for (const type of ['play', 'pause']) player.addEventListener(type, () => this.#followPlayer());
    this.#applyPlayState();
  }

  /** Called now and each time that another gaze is chosen. */
  set onGaze(onGaze: (kind: GazeKind) => void) {
    const update = (): void => {
      onGaze(this.#gaze.value as GazeKind);
      this.#onChange();
    };
    this.#gaze.addEventListener('change', update);
    update();
  }

  get isSpeaking(): boolean {
    return this.#textVowels !== undefined;
  }

  /**
   * The vowels of the words, else those of the song; undefined if there is neither, so that the lips follow
   * the dance.
   */
  vowels(seconds: number): VowelWeights | undefined {
    if (this.#textVowels?.isOver) this.#textVowels = undefined;
    if (this.#textVowels) return this.#textVowels.advance(seconds, this.#weights);
    const isSinging = this.#player.media !== undefined && !this.#player.paused;
    return isSinging ? this.#songVowels?.read(this.#weights) : undefined;
  }

  /** How much of the lips the vowels take over, 0 to 1. */
  get influence(): number {
    return this.#textVowels?.influence ?? 1;
  }

  show(lips: Lips): void {
    lips.read(this.#weights);
    for (let i = 0; i < this.#meters.length; i++) this.#meters[i].value = this.#weights[i];
  }

  #applyPlayState(): void {
    if (this.#play.isPlaying) this.#player.play().catch((error: unknown) => this.#showProblem(error));
    else this.#player.pause();
    this.#onChange();
  }

  #followPlayer(): void {
    const isPlaying = !this.#player.paused;
    if (isPlaying !== this.#play.isPlaying) this.#play.set(isPlaying);
  }

  /** Loads the song on the first click, because browsers allow sound only after one. */
  async #toggleSong(): Promise<void> {
    const isOn = this.#player.media === undefined;
    this.#songButton.disabled = true;
    try {
      this.#song ??= await this.#loadSong();
      this.#player.media = isOn ? this.#song : undefined;
      this.#songButton.setAttribute('aria-pressed', String(isOn));
      if (isOn) this.#play.set(true);
    } catch (error) {
      this.#showProblem(error);
    }
    this.#songButton.disabled = false;
    this.#onChange();
  }

  async #loadSong(): Promise<HTMLAudioElement> {
    const context = new AudioContext(); // before any await: some browsers allow it only shortly after a click
    try {
      const song = await loadSong();
      await context.resume();
      this.#songVowels = new SongVowels(song, context);
      return song;
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  #showProblem(error: unknown): void {
    this.#status.textContent = problemText(error);
  }
}

function addMeter(vowel: string, index: number): HTMLMeterElement {
  const meter = element('meter', { min: '0', max: '1' });
  const name = element('span', {}, element('span', { lang: 'ja' }, vowel), ` ${LETTERS[index]}`);
  byId('vowels', HTMLElement).append(element('label', { class: 'row' }, name, meter));
  return meter;
}
