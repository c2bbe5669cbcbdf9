import { part } from '../../dance/src/player/part.js';

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
