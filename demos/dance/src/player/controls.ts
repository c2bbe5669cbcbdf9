import { part } from '../../../shared/dom.js';
import { spokenTime, timeText } from '../../../shared/number-text.js';

/** What the buttons and keys ask for. */
export interface ControlEvents {
  onPlay(): void;
  onSeek(seconds: number): void;
  /** By so many seconds. */
  onSkip(seconds: number): void;
  onCamera(): void;
  onSound(): void;
  onReset(): void;
  onFiles(files: readonly File[]): void;
}

/** The buttons under the picture, and the keys. */
export class Controls {
  readonly #play = part('play', HTMLButtonElement);
  readonly #camera = part('camera', HTMLButtonElement);
  readonly #reset = part('reset', HTMLButtonElement);
  readonly #seek = part('seek', HTMLInputElement);
  readonly #time = part('time', HTMLElement);
  #length = 0;
  #isResting = false;

  constructor(events: ControlEvents) {
    this.#play.addEventListener('click', () => events.onPlay());
    this.#camera.addEventListener('click', () => events.onCamera());
    part('sound', HTMLButtonElement).addEventListener('click', () => events.onSound());
    this.#reset.addEventListener('click', () => events.onReset());
    this.#seek.addEventListener('input', () => events.onSeek(this.#seek.valueAsNumber));
    takeChosen(part('files', HTMLInputElement), events);
    takeChosen(part('folder', HTMLInputElement), events);
    part('folders', HTMLElement).hidden = !('webkitdirectory' in HTMLInputElement.prototype);
    window.addEventListener('keydown', (event) => {
      if (!this.#isResting) takeKey(event, events);
    });
  }

  /** While it rests, buttons and keys do nothing. */
  rest(isResting: boolean): void {
    this.#isResting = isResting;
    for (const control of document.querySelectorAll('.bar > :not(.more), .more > :not(#film)')) {
      control.toggleAttribute('inert', isResting);
    }
  }

  showPlaying(isPlaying: boolean): void {
    this.#play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    this.#play.classList.toggle('playing', isPlaying);
  }

  showCamera(isOrbiting: boolean): void {
    this.#camera.setAttribute('aria-pressed', String(!isOrbiting));
  }

  showOwn(isOwn: boolean): void {
    this.#reset.hidden = isOwn;
  }

  showTime(seconds: number, length: number): void {
    if (length !== this.#length) {
      this.#length = length;
      this.#seek.max = String(Math.max(length, 0.01));
    }
    this.#seek.valueAsNumber = seconds;
    this.#seek.setAttribute('aria-valuetext', `${spokenTime(seconds)} of ${spokenTime(length)}`);
    this.#time.textContent = `${timeText(seconds)} / ${timeText(length)}`;
  }
}

function takeChosen(input: HTMLInputElement, events: ControlEvents): void {
  input.addEventListener('change', () => {
    events.onFiles([...(input.files ?? [])]);
    input.value = ''; // else the same file could not be chosen twice
  });
}

/** Lists, and what scrolls. */
const TAKES_ARROWS = 'select, #status, #author-text';
const TAKES_SPACE = `${TAKES_ARROWS}, button, a, summary, input[type="file"]`;
const SKIPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function takeKey(event: KeyboardEvent, events: ControlEvents): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const skip = SKIPS[event.key] ?? 0;
  if (skip !== 0 && !isIn(event, TAKES_ARROWS)) events.onSkip(skip);
  else if (event.key === ' ' && !isIn(event, TAKES_SPACE)) events.onPlay();
  else if (event.key.toLowerCase() === 'm' && !event.repeat && !isIn(event, 'select')) events.onSound();
  else return;
  event.preventDefault();
}

/** Is the focus on something that answers to the key itself? */
function isIn({ target }: KeyboardEvent, selectors: string): boolean {
  return target instanceof Element && target.closest(selectors) !== null;
}
