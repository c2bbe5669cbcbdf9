import { part } from './dom.js';

/** A check box of the page; calls back now and whenever it changes. Browsers that go back remember its state. */
export function checkBox(id: string, onChange: (isOn: boolean) => void): void {
  const box = part(id, HTMLInputElement);
  box.addEventListener('change', () => onChange(box.checked));
  onChange(box.checked);
}

/**
 * A slider of the page, `#id`, whose value stands in `#id-value`; calls back now and whenever it moves.
 *
 * Now too, because a browser that goes back remembers where it stood.
 */
export function slider(id: string, text: (value: number) => string, onValue: (value: number) => void): void {
  const input = part(id, HTMLInputElement);
  const shown = part(`${id}-value`, HTMLElement);
  const tell = (): void => {
    shown.textContent = text(input.valueAsNumber);
    input.setAttribute('aria-valuetext', shown.textContent);
    onValue(input.valueAsNumber);
  };
  input.addEventListener('input', tell);
  tell();
}

/** The Play button and the space bar; readers who want less motion, or an address that says so, begin with a pause. */
export class PlayButton {
  readonly #button = part('play', HTMLButtonElement);
  readonly #onChange: () => void;
  #isPlaying: boolean;

  constructor({ paused }: { paused: boolean }, onChange: () => void) {
    this.#onChange = onChange;
    this.#isPlaying = !paused && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#button.addEventListener('click', () => this.turn(!this.#isPlaying));
    window.addEventListener('keydown', (event) => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      event.preventDefault();
      this.turn(!this.#isPlaying);
    });
    this.#show();
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  turn(isPlaying: boolean): void {
    this.#isPlaying = isPlaying;
    this.#show();
    this.#onChange();
  }

  #show(): void {
    this.#button.setAttribute('aria-label', this.#isPlaying ? 'Pause' : 'Play');
    this.#button.classList.toggle('playing', this.#isPlaying);
  }
}

/** Is the focus on something that answers to the space bar itself? */
function isTaken({ target }: KeyboardEvent): boolean {
  const selectors = 'button, a, select, summary, textarea, input:not([type="range"])';
  return target instanceof Element && target.closest(selectors) !== null;
}
