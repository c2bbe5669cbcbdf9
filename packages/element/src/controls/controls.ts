// oxlint-disable import/no-unassigned-import -- it registers its tag
import 'media-chrome/dist/media-controller.js';
import { nextTask } from '@odori/runtime';
import { nextFrame } from '../next-frame.js';
import type { CameraMode } from '../viewport/cameras.js';
import { adoptStyles } from './adopt-styles.js';
import { Bar } from './bar.js';
import { create } from './create.js';
import { watchKeys } from './keys.js';
import type { Messages } from './messages.js';
import { type ControlledMedia, mirrorMedia } from './mirror-media.js';
import { type OverlaidPlayer, Overlay } from './overlay.js';

const DEFAULT_ALT = 'A dancer';
/** How many controls get their layout in one frame; the first one, with the first text, has a frame alone. */
const CONTROLS_PER_FRAME = 4;
/** Keys of media-chrome for functions that do not exist here: picture in picture, a help dialog. */
const NO_KEYS = 'nop noshift+/';

interface ControlsOptions {
  /** The element: it plays, and it becomes fullscreen. */
  readonly host: HTMLElement & ControlledMedia & OverlaidPlayer;
  /** Keys have an effect while the focus is in it. */
  readonly root: ShadowRoot;
  readonly messages: Messages;
  onMotion(index: number): void;
  onCamera(): void;
  /** Turns the free camera: radians, and a scale of its distance. */
  onOrbit(sideways: number, upwards: number, scale: number): void;
  onPlay(): void;
}

/**
 * The picture with its poster and what lies over it; around it media-chrome's controls, a camera button, a motion picker, keys and
 * clicks.
 */
export class Controls {
  /** media-chrome's controller around all of it; undefined until the element has been in the page. */
  #root: HTMLElement | undefined;
  /** Contains the canvas; media-chrome takes it for the media. */
  readonly picture: HTMLElement = create('div', {
    slot: 'media',
    class: 'picture',
    part: 'picture',
    role: 'img',
    tabindex: '0',
  });
  readonly #poster = create('img', { slot: 'poster', class: 'poster', part: 'poster', alt: '', hidden: '' });
  readonly #options: ControlsOptions;
  readonly #overlay: Overlay;
  #bar: Bar | undefined;
  #isBarDue = false;
  #barHeight = 0;
  #alt: string | null = null;
  #isShown = false;
  #isBlocked = false;
  #mode: CameraMode = 'motion';
  #hasCameraTrack = false;
  #motionNames: readonly string[] = [];
  #motionIndex = 0;

  constructor(options: ControlsOptions) {
    const { host, root, messages } = options;
    this.#options = options;
    this.#overlay = new Overlay({
      host,
      picture: this.picture,
      progress: messages.progress.root,
      onPlay: () => options.onPlay(),
      hasPoster: () => !this.#poster.hidden,
      hasLostSong: () => messages.hasProblem('audio'),
    });
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

  /**
   * The element is in the page: creates media-chrome's controller, adds it to the page, and puts it around the picture, each in a task
   * of its own, because it takes long.
   */
  async enter(): Promise<void> {
    const { picture } = this;
    if (!this.#root) await nextTask();
    if (!this.#root) this.#createRoot();
    const root = this.#root!;
    if (!root.parentNode) await nextTask();
    if (!root.parentNode) picture.before(root);
    this.#setLabel();
    if (picture.parentNode !== root) await nextTask();
    if (picture.parentNode === root) return;
    const { play, hint, sound } = this.#overlay;
    root.prepend(picture, this.#poster, play, this.#options.messages.progress.root, hint, sound);
    this.#showBar();
  }

  #createRoot(): void {
    const root = createController();
    adoptStyles(root);
    Object.assign(root, { fullscreenElement: this.#options.host });
    this.#overlay.watch(root);
    this.#root = root;
    this.isShown = this.#isShown;
  }

  /** CSS pixels that the control bar takes while it is in sight; 0 without it. */
  get barHeight(): number {
    return this.#barHeight;
  }

  /** False while a dance plays and the viewer does nothing: media-chrome then hides the bar. */
  get isBarInSight(): boolean {
    return this.#options.host.paused || !this.#root?.hasAttribute('userinactive');
  }

  /** Shows what a viewer sees before the first play by the state of the player. */
  update(): void {
    this.#overlay.update();
  }

  /**
   * Names the region of the controls as the picture, so that screen readers do not read two names. Without controls there is only the
   * picture. media-chrome sets a role, a name and a tab stop of its own when it is connected.
   */
  #setLabel(): void {
    const label = this.#alt ?? DEFAULT_ALT;
    this.picture.setAttribute('aria-label', label);
    const root = this.#root;
    if (!root) return;
    root.removeAttribute('tabindex'); // the picture takes the focus
    root.setAttribute('aria-label', label);
    root.setAttribute('role', this.#isShown ? 'region' : 'none');
    if (!this.#isShown) root.removeAttribute('aria-label');
  }

  /** Says calmly why nothing can be shown in this browser, in place of the controls; undefined if it can. */
  showBlocked(text: string | undefined): void {
    this.#overlay.blocked = text;
    this.#isBlocked = text !== undefined;
    this.isShown = this.#isShown;
  }

  /** Shows or hides the bar. While it is hidden, keys and clicks have no effect, as on a video. */
  set isShown(isShown: boolean) {
    this.#isShown = isShown;
    this.#showBar();
    this.#overlay.hasControls = isShown;
    this.#setLabel();
    this.#root?.removeAttribute(isShown ? 'nohotkeys' : 'hotkeys'); // media-chrome warns if both are set
    this.#root?.setAttribute(isShown ? 'hotkeys' : 'nohotkeys', isShown ? NO_KEYS : '');
  }

  /** Description of the picture; null for the default. */
  set alt(text: string | null) {
    this.#alt = text;
    this.#setLabel();
  }

  /** Sets the poster, null for none. It hides when playback or seeking starts. */
  showPoster(url: string | null, isAtStart: boolean): void {
    if (url) this.#poster.setAttribute('src', url);
    else this.#poster.removeAttribute('src');
    this.#poster.hidden = !url || !isAtStart;
    this.update();
  }

  showMode(mode: CameraMode, hasCameraTrack: boolean): void {
    this.#mode = mode;
    this.#hasCameraTrack = hasCameraTrack;
    this.#bar?.showMode(mode, hasCameraTrack);
  }

  /** Offers motions to choose from. */
  showMotions(names: readonly string[], index: number): void {
    this.#motionNames = names;
    this.#motionIndex = index;
    this.#bar?.showMotions(names, index);
  }

  #showBar(): void {
    const isShown = this.#isShown && !this.#isBlocked;
    if (this.#bar) this.#bar.root.hidden = !isShown;
    else if (isShown && this.#root?.contains(this.picture) && !this.#isBarDue) void this.#addBar(this.#root);
  }

  /** Adds the bar, which takes longer than all the rest: in many tasks and in several frames. It is drawn when it is complete. */
  async #addBar(controller: HTMLElement): Promise<void> {
    this.#isBarDue = true;
    await nextTask();
    const bar = new Bar(this.#options);
    const { root } = bar;
    bar.showMode(this.#mode, this.#hasCameraTrack);
    bar.showMotions(this.#motionNames, this.#motionIndex);
    this.#bar = bar;
    this.#showBar();
    root.style.clipPath = 'inset(50%)'; // hides all of it
    adoptStyles(root);
    controller.append(root);
    for (const createControl of bar.controls) {
      await nextTask();
      root.append(createHidden(createControl));
    }
    await layOut(root.children);
    root.style.clipPath = '';
    new ResizeObserver(() => (this.#barHeight = root.offsetHeight)).observe(root); // 0 while it is hidden
  }
}

/** Creates a control without a layout: the browser would lay out the whole bar for each control that comes. */
function createHidden(createControl: () => HTMLElement): HTMLElement {
  const control = createControl();
  control.style.display = 'none';
  adoptStyles(control);
  return control;
}

/** A few controls in each frame: styles and layout of a whole bar take too long for one. */
async function layOut(controls: HTMLCollection): Promise<void> {
  for (const [i, control] of [...controls].entries()) {
    (control as HTMLElement).style.display = '';
    if (i % CONTROLS_PER_FRAME === 0) await nextFrame();
  }
  await nextFrame();
}

function createController(): HTMLElement {
  const attributes = {
    part: 'controller',
    gesturesdisabled: '',
    novolumepref: '',
    nomutedpref: '',
    defaultstreamtype: 'on-demand',
    breakpoints: 'sm:340 md:460 lg:620',
  };
  return create('media-controller', attributes);
}
