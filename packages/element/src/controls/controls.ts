// oxlint-disable import/no-unassigned-import -- each registers its own tag
import 'media-chrome/dist/media-control-bar.js';
import 'media-chrome/dist/media-controller.js';
import 'media-chrome/dist/media-fullscreen-button.js';
import 'media-chrome/dist/media-mute-button.js';
import 'media-chrome/dist/media-play-button.js';
import 'media-chrome/dist/media-playback-rate-button.js';
import 'media-chrome/dist/media-time-display.js';
import 'media-chrome/dist/media-time-range.js';
import 'media-chrome/dist/media-volume-range.js';
import type { CameraMode } from '../viewport/cameras.js';
import { create, createCameraIcon } from './create.js';
import { watchKeys } from './keys.js';
import { type ControlledMedia, mirrorMedia } from './mirror-media.js';

const DEFAULT_ALT = 'A dancer';
/** Keys of media-chrome for functions that do not exist here: picture in picture, a help dialog. */
const NO_KEYS = 'nop noshift+/';

interface ControlsOptions {
  /** The element: it plays, and it becomes fullscreen. */
  readonly host: HTMLElement & ControlledMedia;
  /** Keys have an effect while the focus is in it. */
  readonly root: ShadowRoot;
  onMotion(index: number): void;
  onCamera(): void;
  /** Turns the free camera: radians, and a scale of its distance. */
  onOrbit(sideways: number, upwards: number, scale: number): void;
  onPlay(): void;
}

/** The picture with its poster; around it media-chrome's controls, a camera button, a motion picker, keys and clicks. */
export class Controls {
  readonly root: HTMLElement;
  /** Contains the canvas; media-chrome takes it for the media. */
  readonly picture: HTMLElement = create('div', {
    slot: 'media',
    class: 'picture',
    part: 'picture',
    role: 'img',
    tabindex: '0',
  });
  readonly #poster = create('img', { slot: 'poster', class: 'poster', part: 'poster', alt: '', hidden: '' });
  readonly #bar: HTMLElement;
  readonly #camera: HTMLButtonElement;
  readonly #motions: HTMLSelectElement;
  #isShown = false;
  #mode: CameraMode = 'motion';

  constructor(options: ControlsOptions) {
    const { host, root } = options;
    this.#camera = createCameraButton(() => options.onCamera());
    this.#motions = createMotionPicker((index) => options.onMotion(index));
    this.#bar = createBar(this.#motions, this.#camera);
    this.root = createController(this.picture, this.#poster, this.#bar);
    adoptStyles(this.root);
    Object.assign(this.root, { fullscreenElement: host });
    this.showMotions([], 0);
    this.showMode('motion', false);
    for (const type of ['playing', 'seeking'])
      host.addEventListener(type, () => (this.#poster.hidden = true));
    mirrorMedia(this.picture, host);
    watchKeys(root, this.picture, {
      isListening: () => this.#isShown,
      isOrbiting: () => this.#mode === 'orbit',
      onOrbit: (...turn) => options.onOrbit(...turn),
      onCamera: () => options.onCamera(),
      onPlay: () => options.onPlay(),
    });
  }

  /** Names the region for screen readers; media-chrome sets its own name when it is connected. */
  setLabel(): void {
    this.root.setAttribute('aria-label', 'Dance player');
  }

  /** Shows or hides the bar. While it is hidden, keys and clicks have no effect, as on a video. */
  set isShown(isShown: boolean) {
    this.#isShown = isShown;
    this.#bar.hidden = !isShown;
    const { root } = this;
    root.removeAttribute(isShown ? 'nohotkeys' : 'hotkeys'); // media-chrome warns if both are set
    root.setAttribute(isShown ? 'hotkeys' : 'nohotkeys', isShown ? NO_KEYS : '');
  }

  /** Description of the picture; null for the default. */
  set alt(text: string | null) {
    this.picture.setAttribute('aria-label', text ?? DEFAULT_ALT);
  }

  /** Sets the poster, null for none. It hides when playback or seeking starts. */
  showPoster(url: string | null, isAtStart: boolean): void {
    if (url) this.#poster.setAttribute('src', url);
    else this.#poster.removeAttribute('src');
    this.#poster.hidden = !url || !isAtStart;
  }

  showMode(mode: CameraMode, hasCameraTrack: boolean): void {
    this.#mode = mode;
    this.#camera.hidden = !hasCameraTrack;
    this.#camera.setAttribute('aria-pressed', String(mode === 'orbit'));
    this.#camera.title = mode === 'orbit' ? 'Back to the motion’s camera (C)' : 'Free camera (C)';
  }

  /** Fills the motion picker, which hides if there is nothing to choose. */
  showMotions(names: readonly string[], index: number): void {
    this.#motions.replaceChildren(...names.map((name) => create('option', {}, name)));
    this.#motions.selectedIndex = index;
    this.#motions.hidden = names.length < 2;
  }
}

function createCameraButton(onClick: () => void): HTMLButtonElement {
  const attributes = { type: 'button', part: 'camera-button', 'aria-label': 'Free camera' };
  const button = create('button', attributes, createCameraIcon());
  button.addEventListener('click', onClick);
  keepKeys(button, (key) => key === ' ' || key === 'Enter');
  return button;
}

function createMotionPicker(onChange: (index: number) => void): HTMLSelectElement {
  const picker = create('select', { part: 'motion-picker', 'aria-label': 'Motion' });
  picker.addEventListener('change', () => onChange(picker.selectedIndex));
  keepKeys(picker, (key) => key !== 'Escape');
  return picker;
}

function createBar(...own: readonly HTMLElement[]): HTMLElement {
  return create(
    'media-control-bar',
    {},
    create('media-play-button', { notooltip: '' }),
    create('media-time-range', {}),
    create('media-time-display', { showduration: '' }),
    create('media-mute-button', { notooltip: '' }),
    create('media-volume-range', {}),
    create('media-playback-rate-button', { notooltip: '', rates: '0.25 0.5 0.75 1 1.5 2' }),
    ...own,
    create('media-fullscreen-button', { notooltip: '' }),
  );
}

function createController(...children: readonly HTMLElement[]): HTMLElement {
  const attributes = {
    part: 'controller',
    gesturesdisabled: '',
    novolumepref: '',
    nomutedpref: '',
    defaultstreamtype: 'on-demand',
  };
  return create('media-controller', attributes, ...children);
}

/** Keeps keys of a focused control from media-chrome, which would handle them first and prevent a button press. */
function keepKeys(control: HTMLElement, isOwnKey: (key: string) => boolean): void {
  control.addEventListener('keydown', (event) => {
    if (isOwnKey(event.key)) event.stopPropagation();
  });
}

/** Namespace of elements that are called `style` and hold no styles. */
const NAMESPACE = 'urn:odori:adopted';

/**
 * Turns the style elements below a node into constructed style sheets, before the node is in the document.
 *
 * A strict Content-Security-Policy forbids style elements, which media-chrome creates, and allows constructed sheets.
 * media-chrome writes rules into the `sheet` of the element that is called `style`, so a replacement keeps that name.
 */
function adoptStyles(node: Element): void {
  customElements.upgrade(node);
  for (const element of [node, ...node.querySelectorAll('*')]) {
    const { shadowRoot } = element;
    if (!shadowRoot) continue;
    for (const style of shadowRoot.querySelectorAll('style')) adopt(style, shadowRoot);
    for (const child of shadowRoot.children) adoptStyles(child);
  }
}

function adopt(style: Element, root: ShadowRoot): void {
  if (style.namespaceURI === NAMESPACE) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`style { display: none } ${style.textContent}`);
  root.adoptedStyleSheets.push(sheet);
  const replacement = document.createElementNS(NAMESPACE, 'style');
  Object.defineProperty(replacement, 'sheet', { value: sheet });
  style.replaceWith(replacement);
}
