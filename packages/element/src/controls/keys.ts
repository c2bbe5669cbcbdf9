interface KeyOptions {
  /** Do keys and clicks have an effect? */
  isListening(): boolean;
  /** Do arrow keys turn the free camera? */
  isOrbiting(): boolean;
  /** Turns the free camera: radians, and a scale of its distance. */
  onOrbit(sideways: number, upwards: number, scale: number): void;
  onCamera(): void;
  onPlay(): void;
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
export function watchKeys(root: ShadowRoot, picture: HTMLElement, options: KeyOptions): void {
  picture.addEventListener('keydown', (event) => {
    const turn = ORBIT_KEYS[event.key];
    if (!turn || !options.isOrbiting() || hasModifier(event)) return;
    options.onOrbit(...turn);
    event.preventDefault();
    event.stopPropagation(); // media-chrome would seek
  });
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || !options.isListening() || hasModifier(event)) return;
    if (event.key.toLowerCase() === 'c' && !event.repeat && !(event.target instanceof HTMLSelectElement))
      options.onCamera();
  });
  watchClicks(picture, () => options.isListening() && options.onPlay());
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

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
