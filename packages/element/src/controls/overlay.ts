import { isAutoplaying } from '../player-attributes.js';
import type { ControlsHost } from './controls-host.js';
import { create, createIcon, keepKeys } from './create.js';

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

/**
 * What lies over the picture for a viewer who sees it for the first time: the poster, a big play button, a
 * button that turns the sound on, and what an empty player needs.
 */
export class Overlay {
  readonly #poster = create('img', { slot: 'poster', class: 'poster', part: 'poster', alt: '', hidden: '' });
  readonly #play = createButton('play', TRIANGLE);
  readonly #sound = createButton('sound', SPEAKER);
  readonly #soundText = document.createTextNode('');
  readonly #hint = create('p', { part: 'hint', slot: 'centered-chrome', noautohide: '', hidden: '' });
  readonly #host: ControlsHost;
  readonly #picture: HTMLElement;
  #hasControls = false;
  #isBlocked = false;
  #hasPlayed = false;
  /** Has the viewer chosen between sound and silence? */
  #hasDecided = false;

  /** `picture` takes the focus from a button that goes. */
  constructor(host: ControlsHost, picture: HTMLElement) {
    this.#host = host;
    this.#picture = picture;
    const { element } = host;
    const { language } = element;
    this.#sound.append(this.#soundText);
    language.addEventListener('change', () => this.#write());
    this.#write();
    for (const type of EVENTS) element.addEventListener(type, () => this.update());
    for (const type of ['playing', 'seeking'])
      element.addEventListener(type, () => (this.#poster.hidden = true));
    element.addEventListener('playing', () => (this.#hasPlayed = true));
    this.#play.addEventListener('click', () => host.togglePlay());
    this.#sound.addEventListener('click', () => {
      this.#hasDecided = true;
      element.muted = false;
    });
  }

  /** From the bottom to the top. */
  get parts(): readonly HTMLElement[] {
    return [this.#poster, this.#play, this.#host.messages.progress.root, this.#hint, this.#sound];
  }

  /** Sets the poster, null for none. It hides when playback or seeking starts. */
  showPoster(url: string | null, isAtStart: boolean): void {
    if (url) this.#poster.setAttribute('src', url);
    else this.#poster.removeAttribute('src');
    this.#poster.hidden = !url || !isAtStart;
    this.update();
  }

  set hasControls(hasControls: boolean) {
    this.#hasControls = hasControls;
    this.update();
  }

  /** Can nothing ever be shown in this browser? */
  set isBlocked(isBlocked: boolean) {
    this.#isBlocked = isBlocked;
    if (isBlocked) this.#hint.setAttribute('role', 'alert');
    else this.#hint.removeAttribute('role');
    this.#write();
    this.update();
  }

  #write(): void {
    const { language } = this.#host.element;
    for (const part of [this.#play, this.#sound, this.#hint]) part.lang = language.code;
    this.#play.setAttribute('aria-label', language.say('play'));
    this.#soundText.data = language.say('tapForSound');
    this.#hint.textContent = this.#isBlocked ? language.tell({ code: 'no-webgl' }) : language.say('empty');
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
    const { element, messages } = this.#host;
    const { paused, error, audio, muted, readyState, currentTime } = element;
    messages.progress.root.classList.toggle('aside', readyState > 0); // it does not stand over the dancer
    // a song that is lost cannot be turned on
    const isMuted = muted && audio !== null && !messages.hasProblem('audio');
    const isAtStart = !this.#hasPlayed && paused && currentTime === 0; // a chosen moment is to be seen
    this.#show(this.#play, isAtStart && !error && this.#hasControls && this.#canStart());
    this.#show(this.#sound, isMuted && !paused && this.#hasControls && !this.#hasDecided);
    this.#show(this.#hint, this.#isBlocked || (!this.#host.isGiven && !error && !this.#isLoading));
  }

  get #isLoading(): boolean {
    return this.#host.element.networkState === NETWORK_LOADING;
  }

  /**
   * Is there something to play? While it loads, progress is shown instead, unless a poster asks for the start
   * of a dance that waits for the viewer.
   */
  #canStart(): boolean {
    const { element } = this.#host;
    if (element.readyState > 0) return element.duration > 0;
    return this.#host.isGiven && (!this.#isLoading || (!this.#poster.hidden && !isAutoplaying(element)));
  }

  #show(part: HTMLElement, isShown: boolean): void {
    const hadFocus = !isShown && part.matches(':focus');
    part.hidden = !isShown;
    if (hadFocus) this.#picture.focus();
  }
}

function createButton(name: 'play' | 'sound', icon: string): HTMLButtonElement {
  const slot = name === 'play' ? 'centered-chrome' : 'top-chrome';
  const button = create(
    'button',
    { type: 'button', class: name, part: `${name}-button`, slot, noautohide: '', hidden: '' },
    createIcon(icon),
  );
  keepKeys(button, (key) => key === ' ' || key === 'Enter');
  return button;
}
