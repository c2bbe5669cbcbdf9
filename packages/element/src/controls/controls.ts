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
import { adoptStyles } from './adopt-styles.js';
import { create } from './create.js';
import { icon } from './icon.js';

/** Keys of media-chrome for what is not to be had here: picture in picture, a dialog of its own. */
const NO_KEYS = 'nop noshift+/';

export interface ControlsOptions {
  /** What shows the picture; it stands for the media. */
  picture: HTMLElement;
  poster: HTMLElement;
  /** What is to be seen in fullscreen. */
  host: HTMLElement;
  onCamera: () => void;
  onMotion: (index: number) => void;
}

/** media-chrome's controls round a picture, a camera button and a motion picker. */
export class Controls {
  readonly root: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #camera: HTMLButtonElement;
  readonly #motions: HTMLSelectElement;

  constructor({ picture, poster, host, onCamera, onMotion }: ControlsOptions) {
    this.#camera = create('button', { type: 'button', part: 'camera-button' }, icon('camera'));
    this.#camera.addEventListener('click', onCamera);
    keepKeys(this.#camera, (key) => key === ' ' || key === 'Enter');
    this.#motions = create('select', { part: 'motion-picker', 'aria-label': 'Motion' });
    this.#motions.addEventListener('change', () => onMotion(this.#motions.selectedIndex));
    keepKeys(this.#motions, (key) => key !== 'Escape');
    this.#bar = create(
      'media-control-bar',
      {},
      create('media-play-button', { notooltip: '' }),
      create('media-time-range', {}),
      create('media-time-display', { showduration: '' }),
      create('media-mute-button', { notooltip: '' }),
      create('media-volume-range', {}),
      create('media-playback-rate-button', { notooltip: '', rates: '0.25 0.5 0.75 1 1.5 2' }),
      this.#motions,
      this.#camera,
      create('media-fullscreen-button', { notooltip: '' }),
    );
    picture.slot = 'media';
    poster.slot = 'poster';
    this.root = create(
      'media-controller',
      {
        part: 'controller',
        gesturesdisabled: '',
        novolumepref: '',
        nomutedpref: '',
        defaultstreamtype: 'on-demand',
      },
      picture,
      poster,
      this.#bar,
    );
    adoptStyles(this.root);
    Object.assign(this.root, { fullscreenElement: host });
    this.showMotions([], 0);
    this.showMode('motion', false);
  }

  /** Of the region, for those who go from region to region. */
  name(): void {
    this.root.setAttribute('aria-label', 'Dance player');
  }

  /** Whether there are any; without them keys do nothing either, as on a video. */
  set isShown(isShown: boolean) {
    this.#bar.hidden = !isShown;
    const { root } = this;
    root.removeAttribute(isShown ? 'nohotkeys' : 'hotkeys'); // both at once it complains about
    root.setAttribute(isShown ? 'hotkeys' : 'nohotkeys', isShown ? NO_KEYS : '');
  }

  showMode(mode: CameraMode, hasMotionCamera: boolean): void {
    this.#camera.hidden = !hasMotionCamera;
    this.#camera.setAttribute('aria-label', 'Own camera');
    this.#camera.setAttribute('aria-pressed', String(mode === 'orbit'));
    this.#camera.title =
      mode === 'orbit' ? 'Back to the motion’s camera (C)' : 'Turn the picture yourself (C)';
  }

  /** One alone needs no picker. */
  showMotions(names: readonly string[], index: number): void {
    this.#motions.replaceChildren(...names.map((name) => create('option', {}, name)));
    this.#motions.selectedIndex = index;
    this.#motions.hidden = names.length < 2;
  }
}

/** Of what is focused: media-chrome would take them for its own, and keep a button from being pressed. */
function keepKeys(control: HTMLElement, isItsOwn: (key: string) => boolean): void {
  control.addEventListener('keydown', (event) => {
    if (isItsOwn(event.key)) event.stopPropagation();
  });
}
