import type { ControlsHost } from './controls-host.js';

/** The controls, for keys and clicks. */
interface KeyTarget {
  readonly host: ControlsHost;
  readonly picture: HTMLElement;
  /** Do keys and clicks have an effect? */
  readonly isShown: boolean;
  /** Do arrow keys turn the free camera? */
  readonly isOrbiting: boolean;
  /** Shifts the dance against the song by some steps. */
  shift(steps: number): Promise<void>;
}

const TURN = Math.PI / 24;
const NEARER = 0.9;
/** [sideways, upwards, scale] of a key on the picture. */
const ORBIT_KEYS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-TURN, 0, 1],
  ArrowRight: [TURN, 0, 1],
  ArrowUp: [0, TURN, 1],
  ArrowDown: [0, -TURN, 1],
  '+': [0, 0, NEARER],
  '-': [0, 0, 1 / NEARER],
};
/** A pointer that moves farther, in CSS pixels, does not click: it turns the camera. */
const MAX_CLICK_MOVE = 6;

/** Handles the keys and clicks that media-chrome does not handle. */
export function watchKeys(shadow: ShadowRoot, controls: KeyTarget): void {
  const { picture, host } = controls;
  picture.addEventListener('keydown', (event) => {
    const turn = ORBIT_KEYS[event.key];
    if (!turn || !controls.isOrbiting || hasModifier(event)) return;
    host.orbit(...turn);
    event.preventDefault();
    event.stopPropagation(); // media-chrome would seek
  });
  shadow.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || !controls.isShown || hasModifier(event)) return;
    if (event.key === '[' || event.key === ']') void controls.shift(event.key === ']' ? 1 : -1);
    if (event.key.toLowerCase() === 'c' && !event.repeat && !(event.target instanceof HTMLSelectElement))
      host.toggleCameraMode();
  });
  watchClicks(picture, () => controls.isShown && host.togglePlay());
}

/** Clicks of a mouse only: on a touch screen, a tap shows the controls. */
function watchClicks(picture: HTMLElement, onClick: () => void): void {
  let start: PointerEvent | undefined;
  picture.addEventListener('pointerdown', (event) => {
    start = event.pointerType === 'mouse' && event.button === 0 ? event : undefined;
  });
  picture.addEventListener('pointerup', (event) => {
    const from = start;
    start = undefined;
    if (!from) return;
    const distance = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
    if (distance <= MAX_CLICK_MOVE) onClick();
  });
}

/** AltGr is none: on many keyboards, it types `[`. */
function hasModifier(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event;
  return (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
}
