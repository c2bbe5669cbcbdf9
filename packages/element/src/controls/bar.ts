// oxlint-disable import/no-unassigned-import -- each registers its own tag
import 'media-chrome/dist/media-fullscreen-button.js';
import 'media-chrome/dist/media-mute-button.js';
import 'media-chrome/dist/media-play-button.js';
import 'media-chrome/dist/media-playback-rate-button.js';
import 'media-chrome/dist/media-time-display.js';
import 'media-chrome/dist/media-time-range.js';
import 'media-chrome/dist/media-tooltip.js';
import 'media-chrome/dist/media-volume-range.js';
import type { CameraMode } from '../viewport/cameras.js';
import type { ControlsHost } from './controls-host.js';
import { createBarButton, nameAction } from './bar-button.js';
import { create, keepKeys } from './create.js';

/** What is in the control bar: media-chrome's controls, a motion picker and a camera button. */
export class Bar {
  /** In their order. */
  readonly controls: readonly HTMLElement[];
  readonly #motions: HTMLSelectElement;
  readonly #camera: HTMLButtonElement;
  #added: readonly HTMLElement[] = [];

  constructor(host: ControlsHost) {
    this.#motions = createMotionPicker((index) => host.selectMotion(index));
    this.#camera = createBarButton('camera', CAMERA, 'Free camera', () => host.toggleCameraMode());
    this.controls = [...createLeft(), this.#motions, this.#camera, ...createRight()];
  }

  showMode(mode: CameraMode, hasCameraTrack: boolean): void {
    this.#camera.hidden = !hasCameraTrack;
    this.#camera.setAttribute('aria-pressed', String(mode === 'orbit'));
    nameAction(this.#camera, mode === 'orbit' ? 'Leave the free camera (C)' : 'Free camera (C)');
  }

  /** Adds buttons beside that of the camera, in place of those that were added before. */
  showButtons(buttons: readonly HTMLElement[]): void {
    for (const button of this.#added) button.remove();
    this.#added = buttons;
    this.#camera.after(...buttons);
  }

  /** Fills the motion picker, which hides if there is nothing to choose. */
  showMotions(names: readonly string[], index: number): void {
    this.#motions.replaceChildren(...names.map((name) => create('option', {}, name)));
    this.#motions.selectedIndex = index;
    this.#motions.hidden = names.length < 2;
  }
}

/** The time slider, which fills a row, and the buttons below it. */
function createLeft(): HTMLElement[] {
  return [
    create('media-time-range', {}),
    create('media-play-button', {}, tip('play', 'Play (K)'), tip('pause', 'Pause (K)')),
    create('media-mute-button', {}, tip('mute', 'Mute (M)'), tip('unmute', 'Sound on (M)')),
    create('media-volume-range', {}),
    create('media-time-display', { showduration: '' }),
    create('span', { class: 'space' }),
  ];
}

function createRight(): HTMLElement[] {
  const rates = { rates: '0.25 0.5 0.75 1 1.5 2' };
  const [enter, exit] = [tip('enter', 'Fullscreen (F)'), tip('exit', 'Leave fullscreen (F)')];
  return [
    create('media-playback-rate-button', rates, tip('content', 'Speed (< and >)')),
    create('media-fullscreen-button', {}, enter, exit),
  ];
}

/** A path of a camera with arcs around it, in a square of 24. */
const CAMERA = 'M4 8.5h9.5v7H4zM14.5 11l5-2.5v7l-5-2.5zM8 5.5a8 3 0 0 1 8 0M16 18.5a8 3 0 0 1-8 0';

function createMotionPicker(onChange: (index: number) => void): HTMLSelectElement {
  const picker = create('select', { part: 'motion-picker', 'aria-label': 'Motion', title: 'Motion' });
  picker.addEventListener('change', () => onChange(picker.selectedIndex));
  keepKeys(picker, (key) => key !== 'Escape');
  return picker;
}

/** What media-chrome shows beside a button while the pointer or the focus is on it. */
function tip(name: string, text: string): HTMLElement {
  return create('span', { slot: `tooltip-${name}` }, text);
}
