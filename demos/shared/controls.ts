import { byId, hasModifier, isInside, showPlaying } from './dom.js';

// Check boxes, select boxes and sliders call back at once, because a browser that goes back to a page
// restores their state.

/** Connects the check box `#id`. Calls back now and on each change. */
export function checkBox(id: string, onChange: (isOn: boolean) => void): void {
  const box = byId(id, HTMLInputElement);
  box.addEventListener('change', () => onChange(box.checked));
  onChange(box.checked);
}

/** Connects the select box `#id`. Calls back now and on each change, with the value of the chosen option. */
export function selectBox(id: string, onChange: (value: string) => void): void {
  const box = byId(id, HTMLSelectElement);
  box.addEventListener('change', () => onChange(box.value));
  onChange(box.value);
}

/**
 * Connects the slider `#id`, which shows its value in `#id-value`. Calls back now and on each change. Returns
 * a function to call after the page has changed the value itself.
 */
export function slider(
  id: string,
  text: (value: number) => string,
  onValue: (value: number) => void,
): () => void {
  const input = byId(id, HTMLInputElement);
  const output = byId(`${id}-value`, HTMLElement);
  const update = (): void => {
    output.textContent = text(input.valueAsNumber);
    input.setAttribute('aria-valuetext', output.textContent);
    onValue(input.valueAsNumber);
  };
  input.addEventListener('input', update);
  update();
  return update;
}

/** Elements that use the space bar themselves. */
const USES_SPACE = 'button, a, select, summary, textarea, input:not([type="range"])';

/** The button `#play` and the space bar: they switch between play and pause. */
export class PlayButton {
  readonly #button = byId('play', HTMLButtonElement);
  readonly #onChange: () => void;
  #isPlaying: boolean;

  constructor({ paused }: { paused: boolean }, onChange: () => void) {
    this.#onChange = onChange;
    this.#isPlaying = !paused;
    this.#button.addEventListener('click', () => this.set(!this.#isPlaying));
    window.addEventListener('keydown', (event) => {
      if (event.key !== ' ' || hasModifier(event) || isInside(event, USES_SPACE)) return;
      event.preventDefault();
      this.set(!this.#isPlaying);
    });
    showPlaying(this.#button, this.#isPlaying);
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  set(isPlaying: boolean): void {
    this.#isPlaying = isPlaying;
    showPlaying(this.#button, isPlaying);
    this.#onChange();
  }
}
