export interface KeyEvents {
  /** Do keys and taps mean anything? */
  isListening(): boolean;
  isOrbiting(): boolean;
  /** Radians; below 1 `scale` brings it nearer. */
  onOrbit(sideways: number, upwards: number, scale: number): void;
  onCamera(): void;
  onPlay(): void;
}

const TURN = Math.PI / 24;
const NEARER = 0.9;
/** Of the picture, while the reader turns it: [sideways, upwards, scale]. */
const ORBIT_KEYS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-TURN, 0, 1],
  ArrowRight: [TURN, 0, 1],
  ArrowUp: [0, TURN, 1],
  ArrowDown: [0, -TURN, 1],
  '+': [0, 0, NEARER],
  '-': [0, 0, 1 / NEARER],
};
/** A pointer that moves farther than this turns the picture; CSS pixels. */
const TAP_REACH = 6;

/** Heeds the keys and taps that media-chrome has no word for. */
export function watchKeys(root: ShadowRoot, picture: HTMLElement, events: KeyEvents): void {
  picture.addEventListener('keydown', (event) => {
    const turn = ORBIT_KEYS[event.key];
    if (!turn || !events.isOrbiting() || hasModifier(event)) return;
    events.onOrbit(...turn);
    event.preventDefault();
    event.stopPropagation(); // media-chrome would seek
  });
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || !events.isListening() || hasModifier(event)) return;
    if (event.key.toLowerCase() === 'c' && !event.repeat && !(event.target instanceof HTMLSelectElement))
      events.onCamera();
  });
  watchTaps(picture, () => events.isListening() && events.onPlay());
}

/** On a touch screen a tap shows the controls instead. */
function watchTaps(picture: HTMLElement, onTap: () => void): void {
  let start: PointerEvent | undefined;
  picture.addEventListener('pointerdown', (event) => {
    start = event.pointerType === 'mouse' && event.button === 0 ? event : undefined;
  });
  picture.addEventListener('pointerup', (event) => {
    const from = start;
    start = undefined;
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) <= TAP_REACH) onTap();
  });
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
