// oxlint-disable import/no-unassigned-import -- each registers its tag
import 'media-chrome/dist/media-control-bar.js';
import 'media-chrome/dist/media-controller.js';
import type { TaskQueue } from '@odori/runtime/internal/three';
import { isOnDarkPage } from '../viewport/background.js';
import type { CameraMode } from '../viewport/cameras.js';
import type { Bar } from './bar.js';
import type { ControlsHost } from './controls-host.js';
import { adoptStyles, create } from './create.js';
import { watchKeys } from './keys.js';
import { mirrorMedia } from './mirror-media.js';
import { DARK_STYLE } from '../style.js';
import { Overlay } from './overlay.js';

/** Keys of media-chrome for functions that do not exist here: picture in picture, a help dialog. */
const NO_KEYS = 'nop noshift+/';
/** What a viewer does who may want the bar. */
const INTEREST = ['pointerenter', 'pointerdown', 'focusin', 'pause'];

/**
 * The picture and what lies over it; around it media-chrome's controls, a camera button, a motion picker,
 * keys and clicks.
 */
export class Controls {
  /** Contains the canvas; media-chrome takes it for the media. */
  readonly picture: HTMLElement = create('div', {
    slot: 'media',
    class: 'picture',
    part: 'picture',
    role: 'img',
    tabindex: '0',
  });
  readonly host: ControlsHost;
  readonly #tasks: TaskQueue;
  readonly #overlay: Overlay;
  readonly #theme = new CSSStyleSheet();
  /** media-chrome's controller around all of it; undefined until the element has been in the page. */
  #root: HTMLElement | undefined;
  /** Where the bar comes. It has its height from the start, so that the picture need not move for it. */
  #barRoot: HTMLElement | undefined;
  #Bar: typeof Bar | undefined;
  #bar: Bar | undefined;
  #isBarDue = false;
  #barHeight = 0;
  #alt: string | null = null;
  /** What the children of the player are. */
  #castAlt: string | undefined;
  #isShown = false;
  #isBlocked = false;
  #mode: CameraMode = 'motion';
  #hasCameraTrack = false;
  #isFitted: boolean | undefined;
  #buttons: readonly HTMLElement[] = [];
  #motionNames: readonly string[] = [];
  #motionIndex = 0;

  /** Keys have an effect while the focus is in `shadow`. */
  constructor(host: ControlsHost, shadow: ShadowRoot, tasks: TaskQueue) {
    const { element } = host;
    this.host = host;
    this.#tasks = tasks;
    this.#overlay = new Overlay(host, this.picture);
    shadow.adoptedStyleSheets.push(this.#theme);
    mirrorMedia(this.picture, element);
    watchKeys(shadow, this);
    host.element.language.addEventListener('change', () => this.#followLanguage());
    for (const type of INTEREST) element.addEventListener(type, () => void this.#addBar());
  }

  /** Other words need another bar. */
  #followLanguage(): void {
    this.#setLabel();
    if (!this.#bar) return;
    for (const control of this.#bar.controls) control.remove();
    this.#bar.showButtons([]);
    this.#placeBar(this.#barRoot!);
  }

  /** The element is in the page: puts media-chrome's controller around the picture. */
  enter(): void {
    const { picture } = this;
    const root = (this.#root ??= this.#createRoot());
    this.#theme.replaceSync(isOnDarkPage(this.host.element) ? DARK_STYLE : '');
    if (!root.parentNode) picture.before(root);
    this.#setLabel();
    if (picture.parentNode !== root) root.prepend(picture, ...this.#overlay.parts);
    this.#showBar();
  }

  #createRoot(): HTMLElement {
    const root = createController();
    adoptStyles(root);
    Object.assign(root, { fullscreenElement: this.host.element });
    this.#overlay.watch(root);
    this.#root = root;
    this.isShown = this.#isShown;
    return root;
  }

  /** CSS pixels that the control bar takes while it is in sight; 0 without it. */
  get barHeight(): number {
    return this.#barHeight;
  }

  /** False while a dance plays and the viewer does nothing: media-chrome then hides the bar. */
  get isBarInSight(): boolean {
    return this.host.element.paused || !this.#root?.hasAttribute('userinactive');
  }

  /** Does the viewer turn the free camera? */
  get isOrbiting(): boolean {
    return this.#mode === 'orbit';
  }

  /** Follows the state of the player. The bar comes after the first picture, when the page has time. */
  update(): void {
    this.#overlay.update();
    this.#bar?.offset.show();
    void this.#addBarWhenIdle();
  }

  /** Shifts the dance against the song by some steps. */
  async shift(steps: number): Promise<void> {
    await this.#addBar();
    this.#bar?.offset.step(steps);
  }

  /**
   * Names the region of the controls as the picture, so that screen readers do not read two names. Without
   * controls there is only the picture. media-chrome sets another role, name and tab stop when it is
   * connected.
   */
  #setLabel(): void {
    const alts = [this.#alt, this.#castAlt].filter(Boolean);
    const label = alts.length > 0 ? alts.join(', ') : (this.#alt ?? this.host.element.language.say('alt'));
    this.picture.setAttribute('aria-label', label);
    const root = this.#root;
    if (!root) return;
    root.removeAttribute('tabindex'); // the picture takes the focus
    root.setAttribute('aria-label', label);
    root.setAttribute('role', this.#isShown ? 'region' : 'none');
    if (!this.#isShown) root.removeAttribute('aria-label');
  }

  /** Says calmly that nothing can be shown in this browser, in place of the controls. */
  showBlocked(isBlocked: boolean): void {
    this.#overlay.isBlocked = isBlocked;
    this.#isBlocked = isBlocked;
    this.isShown = this.#isShown;
  }

  get isShown(): boolean {
    return this.#isShown;
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

  /** Description of the player's children, after its own; undefined for none. */
  set castAlt(text: string | undefined) {
    this.#castAlt = text;
    this.#setLabel();
  }

  /** Sets the poster, null for none. It hides when playback or seeking starts. */
  showPoster(url: string | null, isAtStart: boolean): void {
    this.#overlay.showPoster(url, isAtStart);
  }

  /** `isFitted`: is the camera fitted to her height? Undefined if there is nothing to decide. */
  showMode(mode: CameraMode, hasCameraTrack: boolean, isFitted: boolean | undefined): void {
    this.#mode = mode;
    this.#hasCameraTrack = hasCameraTrack;
    this.#isFitted = isFitted;
    this.#bar?.showMode(mode, hasCameraTrack, isFitted);
  }

  /** Offers motions to choose from. */
  showMotions(names: readonly string[], index: number): void {
    this.#motionNames = names;
    this.#motionIndex = index;
    this.#bar?.showMotions(names, index);
  }

  /** Adds buttons to the bar, in place of those that were added before. */
  showButtons(buttons: readonly HTMLElement[]): void {
    this.#buttons = buttons;
    if (this.#bar) this.#placeButtons(this.#bar);
  }

  #placeButtons(bar: Bar): void {
    for (const button of this.#buttons) adoptStyles(button);
    bar.showButtons(this.#buttons);
  }

  get #hasBar(): boolean {
    return this.#isShown && !this.#isBlocked;
  }

  #showBar(): void {
    if (this.#hasBar && this.#root) this.#barRoot ??= this.#reserveBar(this.#root);
    if (this.#barRoot) this.#barRoot.hidden = !this.#hasBar;
    void this.#addBarWhenIdle();
  }

  #reserveBar(root: HTMLElement): HTMLElement {
    const bar = create('media-control-bar', {});
    adoptStyles(bar);
    root.append(bar);
    new ResizeObserver(() => (this.#barHeight = bar.offsetHeight)).observe(bar); // 0 while it is hidden
    return bar;
  }

  async #addBarWhenIdle(): Promise<void> {
    if (!this.#hasBar || this.#isBarDue || !this.host.isSettled) return;
    await this.#tasks.idle();
    if (this.host.isSettled) await this.#addBar(); // perhaps something has begun to load
  }

  /** Loads the code of the bar, and adds it once. */
  async #addBar(): Promise<void> {
    if (!this.#hasBar || !this.#barRoot || this.#isBarDue) return;
    this.#isBarDue = true;
    this.#Bar = (await import('./bar.js')).Bar;
    this.#placeBar(this.#barRoot);
  }

  #placeBar(root: HTMLElement): void {
    const bar = (this.#bar = new this.#Bar!(this.host));
    root.lang = this.host.element.language.code;
    bar.showMode(this.#mode, this.#hasCameraTrack, this.#isFitted);
    bar.showMotions(this.#motionNames, this.#motionIndex);
    for (const control of bar.controls) adoptStyles(control);
    root.append(...bar.controls);
    this.#placeButtons(bar);
  }
}

function createController(): HTMLElement {
  const attributes = {
    part: 'controller',
    gesturesdisabled: '',
    novolumepref: '',
    nomutedpref: '',
    defaultstreamtype: 'on-demand',
    breakpoints: 'xs:280 sm:340 md:460 ml:500 lg:620',
  };
  return create('media-controller', attributes);
}
