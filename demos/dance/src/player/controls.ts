import { spokenTime, timeText } from './time-text.js';

/** What the buttons and keys ask for. */
export interface ControlEvents {
  onPlay(): void;
  onSeek(seconds: number): void;
  /** By so many seconds. */
  onSkip(seconds: number): void;
  onCamera(): void;
  onReset(): void;
  onFiles(files: readonly File[]): void;
}

function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}

/** The buttons under the picture, and the keys. */
export class Controls {
  readonly #play = part('play', HTMLButtonElement);
  readonly #camera = part('camera', HTMLButtonElement);
  readonly #reset = part('reset', HTMLButtonElement);
  readonly #seek = part('seek', HTMLInputElement);
  readonly #time = part('time', HTMLElement);
  readonly #files = part('files', HTMLInputElement);
  #length = 0;

  constructor(events: ControlEvents) {
    this.#play.addEventListener('click', () => events.onPlay());
    this.#camera.addEventListener('click', () => events.onCamera());
    this.#reset.addEventListener('click', () => events.onReset());
    this.#seek.addEventListener('input', () => events.onSeek(this.#seek.valueAsNumber));
    this.#files.addEventListener('change', () => {
      events.onFiles([...(this.#files.files ?? [])]);
      this.#files.value = ''; // else the same file could not be chosen twice
    });
    window.addEventListener('keydown', (event) => takeKey(event, events));
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

const SKIPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function takeKey(event: KeyboardEvent, events: ControlEvents): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const skip = SKIPS[event.key] ?? 0;
  if (skip !== 0) events.onSkip(skip);
  else if (event.key === ' ' && !takesSpace(event.target)) events.onPlay();
  else return;
  event.preventDefault();
}

/** A focused button answers to the space bar itself. */
function takesSpace(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, input[type="file"]') !== null;
}
