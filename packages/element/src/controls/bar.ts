// oxlint-disable import/no-unassigned-import -- each registers its own tag
import 'media-chrome/dist/media-fullscreen-button.js';
import 'media-chrome/dist/media-mute-button.js';
import 'media-chrome/dist/media-play-button.js';
import 'media-chrome/dist/media-playback-rate-button.js';
import 'media-chrome/dist/media-time-display.js';
import 'media-chrome/dist/media-time-range.js';
import 'media-chrome/dist/media-tooltip.js';
import 'media-chrome/dist/media-volume-range.js';
import { addTranslation, setLanguage } from 'media-chrome/dist/utils/i18n.js';
import type { Language } from '../language/language.js';
import type { CameraMode } from '../viewport/cameras.js';
import type { ControlsHost } from './controls-host.js';
import type { LabelName } from '../language/labels.js';
import { UNNAMED_MOTION } from '../sources/inputs.js';
import { createBarButton, nameAction } from './bar-button.js';
import { create, keepKeys } from './create.js';
import { OffsetPanel } from './offset-panel.js';

/**
 * What is in the control bar: media-chrome's controls, a motion picker and a camera button. It has the words
 * that the language has now; others need another bar.
 */
export class Bar {
  /** In their order. */
  readonly controls: readonly HTMLElement[];
  readonly #motions: HTMLSelectElement;
  readonly #camera: HTMLButtonElement;
  readonly #fit: HTMLButtonElement;
  readonly offset: OffsetPanel;
  readonly #language: Language;
  #isFitted: boolean | undefined;
  #added: readonly HTMLElement[] = [];

  constructor(host: ControlsHost) {
    const { language } = host.element;
    this.#language = language;
    addTranslation(language.code, language.media);
    setLanguage(language.code);
    this.#motions = createMotionPicker(language.say('motion'), (index) => host.selectMotion(index));
    this.#camera = createBarButton('camera', CAMERA, () => host.toggleCameraMode());
    this.#fit = createBarButton('fit', FIT, () => {
      host.element.cameraFit = this.#isFitted ? 'none' : 'height';
    });
    this.offset = new OffsetPanel(host);
    this.controls = [
      ...createLeft(language),
      this.offset.root,
      this.#motions,
      this.offset.button,
      this.#fit,
      this.#camera,
      ...createRight(language),
    ];
  }

  showMode(mode: CameraMode, hasCameraTrack: boolean, isFitted: boolean | undefined): void {
    this.#camera.hidden = !hasCameraTrack;
    this.#camera.setAttribute('aria-pressed', String(mode === 'orbit'));
    const action = mode === 'orbit' ? 'leaveFreeCamera' : 'freeCamera';
    nameAction(this.#camera, this.#language.say('freeCamera'), this.#language.sayWithKey(action, 'C'));
    this.#isFitted = isFitted;
    this.#fit.hidden = isFitted === undefined || mode === 'orbit';
    this.#fit.setAttribute('aria-pressed', String(isFitted === true));
    const fit = this.#language.say('fitCamera');
    nameAction(this.#fit, fit, isFitted ? this.#language.say('originalCamera') : fit);
  }

  /** Adds buttons beside that of the camera, in place of those that were added before. */
  showButtons(buttons: readonly HTMLElement[]): void {
    for (const button of this.#added) button.remove();
    this.#added = buttons;
    this.#camera.after(...buttons);
  }

  /** Fills the motion picker, which hides if there is nothing to choose. */
  showMotions(names: readonly string[], index: number): void {
    const shown = names.map((name) => (name === UNNAMED_MOTION ? this.#language.say('motion') : name));
    this.#motions.replaceChildren(...shown.map((name) => create('option', {}, name)));
    this.#motions.selectedIndex = index;
    this.#motions.hidden = names.length < 2;
  }
}

/** The time slider, which fills a row, and the buttons below it. */
function createLeft(language: Language): HTMLElement[] {
  const [play, pause] = [tip(language, 'play', 'play', 'K'), tip(language, 'pause', 'pause', 'K')];
  const [mute, unmute] = [tip(language, 'mute', 'mute', 'M'), tip(language, 'unmute', 'unmute', 'M')];
  return [
    create('media-time-range', {}),
    create('media-play-button', {}, play, pause),
    create('media-mute-button', {}, mute, unmute),
    create('media-volume-range', {}),
    create('media-time-display', { showduration: '' }),
    create('span', { class: 'space' }),
  ];
}

function createRight(language: Language): HTMLElement[] {
  const rates = { rates: '0.25 0.5 0.75 1 1.5 2' };
  const enter = tip(language, 'enter', 'fullscreen', 'F');
  const exit = tip(language, 'exit', 'leaveFullscreen', 'F');
  return [
    create('media-playback-rate-button', rates, tip(language, 'content', 'speed', '< >')),
    create('media-fullscreen-button', {}, enter, exit),
  ];
}

/** A path of a camera with arcs around it, in a square of 24. */
const CAMERA = 'M4 8.5h9.5v7H4zM14.5 11l5-2.5v7l-5-2.5zM8 5.5a8 3 0 0 1 8 0M16 18.5a8 3 0 0 1-8 0';

/** A small person, and an arrow that is as high as she is, in a square of 24. */
const FIT =
  'M8.500 8.500a2 2 0 1 0 0-.1zM10.500 12v4.500m0 3.500v-3.500m-3-3 3-1.500 3 1.500M18 5v14m-2-12 2-2 2 2m-4 10 2 2 2-2';

function createMotionPicker(label: string, onChange: (index: number) => void): HTMLSelectElement {
  const picker = create('select', { part: 'motion-picker', 'aria-label': label, title: label });
  picker.addEventListener('change', () => onChange(picker.selectedIndex));
  keepKeys(picker, (key) => key !== 'Escape');
  return picker;
}

/** What media-chrome shows beside a button while the pointer or the focus is on it. */
function tip(language: Language, slot: string, label: LabelName, key: string): HTMLElement {
  return create('span', { slot: `tooltip-${slot}` }, language.sayWithKey(label, key));
}
