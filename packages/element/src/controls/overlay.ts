import { keepKeys } from './bar.js';
import { isAutoplaying } from '../sources/preload.js';
import { create, createIcon } from './create.js';

/** What the overlay reads of the element, as on a video. */
export interface OverlaidPlayer {
  readonly paused: boolean;
  readonly error: unknown;
  readonly readyState: number;
  readonly duration: number;
  readonly currentTime: number;
  readonly networkState: number;
  readonly model: unknown;
  readonly audio: unknown;
  muted: boolean;
}

interface OverlayOptions {
  readonly host: Element & OverlaidPlayer;
  /** Takes the focus from a button that goes. */
  readonly picture: HTMLElement;
  /** How much is loaded. */
  readonly progress: HTMLElement;
  onPlay(): void;
  readonly hasPoster: () => boolean;
  /** Could the song not be loaded, or did it break? */
  readonly hasLostSong: () => boolean;
}

const NETWORK_LOADING = 2;
const EVENTS = [
  'loadstart',
  'loadeddata',
  'canplay',
  'durationchange',
  'emptied',
  'error',
  'play',
  'playing',
  'pause',
  'seeking',
  'seeked',
  'volumechange',
];
/** The requests of media-chrome's buttons, sliders and keys that change the sound. */
const SOUND_REQUESTS = ['mediamuterequest', 'mediaunmuterequest', 'mediavolumerequest'];
const TRIANGLE = 'M8.5 5.5v13l10.5-6.5z';
const SPEAKER = 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11';
const EMPTY = 'No model yet. Set the attribute “model” to a PMX or PMD file.';

/**
 * What lies over the picture for a viewer who sees it for the first time: a big play button, a button that turns the sound on, and
 * what an empty player needs.
 */
export class Overlay {
  readonly play: HTMLButtonElement = createButton('play', TRIANGLE, { 'aria-label': 'Play' });
  readonly sound: HTMLButtonElement = createButton('sound', SPEAKER, {}, 'Tap for sound');
  readonly hint: HTMLElement = create(
    'p',
    { part: 'hint', slot: 'centered-chrome', noautohide: '', hidden: '' },
    EMPTY,
  );
  readonly #options: OverlayOptions;
  #hasControls = false;
  #isBlocked = false;
  #hasPlayed = false;
  /** Has the viewer chosen between sound and silence? */
  #hasDecided = false;

  constructor(options: OverlayOptions) {
    this.#options = options;
    const { host } = options;
    for (const type of EVENTS) host.addEventListener(type, () => this.update());
    host.addEventListener('playing', () => (this.#hasPlayed = true));
    this.play.addEventListener('click', () => options.onPlay());
    this.sound.addEventListener('click', () => {
      this.#hasDecided = true;
      host.muted = false;
    });
  }

  set hasControls(hasControls: boolean) {
    this.#hasControls = hasControls;
    this.update();
  }

  /** Why nothing can ever be shown in this browser; undefined if it can. */
  set blocked(text: string | undefined) {
    this.#isBlocked = text !== undefined;
    this.hint.textContent = text ?? EMPTY;
    if (text === undefined) this.hint.removeAttribute('role');
    else this.hint.setAttribute('role', 'alert');
    this.update();
  }

  /** Follows what the viewer does with the sound in media-chrome's controls. */
  watch(controller: HTMLElement): void {
    for (const type of SOUND_REQUESTS) {
      controller.addEventListener(type, () => {
        this.#hasDecided = true;
        this.update();
      });
    }
  }

  /** Shows and hides its parts by the state of the player. */
  update(): void {
    const { host, hasLostSong, progress } = this.#options;
    const { paused, error, model, audio, muted, readyState } = host;
    progress.classList.toggle('aside', readyState > 0); // it does not stand over the dancer
    const isMuted = muted && audio !== null && !hasLostSong();
    const isAtStart = !this.#hasPlayed && paused && host.currentTime === 0; // a chosen moment is to be seen
    this.#show(this.play, isAtStart && !error && this.#hasControls && this.#canStart());
    this.#show(this.sound, isMuted && !paused && this.#hasControls && !this.#hasDecided);
    this.#show(this.hint, this.#isBlocked || (model === null && !error && !this.#isLoading));
  }

  get #isLoading(): boolean {
    return this.#options.host.networkState === NETWORK_LOADING;
  }

  /**
   * Is there something to play? While it loads, progress is shown instead, unless a poster asks for the start of a dance that waits for
   * the viewer.
   */
  #canStart(): boolean {
    const { host, hasPoster } = this.#options;
    if (host.readyState > 0) return host.duration > 0;
    return host.model !== null && (!this.#isLoading || (hasPoster() && !isAutoplaying(host)));
  }

  #show(part: HTMLElement, isShown: boolean): void {
    const hadFocus = !isShown && part.matches(':focus');
    part.hidden = !isShown;
    if (hadFocus) this.#options.picture.focus();
  }
}

function createButton(
  name: 'play' | 'sound',
  icon: string,
  attributes: Readonly<Record<string, string>>,
  ...text: readonly string[]
): HTMLButtonElement {
  const slot = name === 'play' ? 'centered-chrome' : 'top-chrome';
  const button = create(
    'button',
    { type: 'button', class: name, part: `${name}-button`, slot, noautohide: '', hidden: '', ...attributes },
    createIcon(icon),
    ...text,
  );
  keepKeys(button, (key) => key === ' ' || key === 'Enter');
  return button;
}
