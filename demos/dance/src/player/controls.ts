import { byId, hasModifier, isInside, showPlaying } from '../../../shared/dom.js';
import { spokenTime, timeText } from '../../../shared/number-text.js';

/** Called for the buttons and keys that the user presses. */
interface ControlEvents {
  onPlay(): void;
  onSeek(seconds: number): void;
  /** Skips by a number of seconds. */
  onSkip(seconds: number): void;
  onCamera(): void;
  onSound(): void;
  onPhysics(): void;
  onReset(): void;
}

/** The buttons below the picture, and the keyboard. */
export class Controls {
  readonly #play = byId('play', HTMLButtonElement);
  readonly #camera = byId('camera', HTMLButtonElement);
  readonly #physics = byId('physics', HTMLButtonElement);
  readonly #reset = byId('reset', HTMLButtonElement);
  readonly #seek = byId('seek', HTMLInputElement);
  readonly #time = byId('time', HTMLElement);
  #length = 0;
  #isDisabled = false;

  constructor(events: ControlEvents) {
    this.#play.addEventListener('click', () => events.onPlay());
    this.#camera.addEventListener('click', () => events.onCamera());
    byId('sound', HTMLButtonElement).addEventListener('click', () => events.onSound());
    this.#physics.addEventListener('click', () => events.onPhysics());
    this.#reset.addEventListener('click', () => events.onReset());
    this.#seek.addEventListener('input', () => events.onSeek(this.#seek.valueAsNumber));
    window.addEventListener('keydown', (event) => {
      if (!this.#isDisabled) onKey(event, events);
    });
  }

  /** Disables all buttons and keys except the record button. */
  disable(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    for (const control of document.querySelectorAll('.bar > :not(.more), .more > :not(#record)')) {
      control.toggleAttribute('inert', isDisabled);
    }
  }

  showPlaying(isPlaying: boolean): void {
    showPlaying(this.#play, isPlaying);
  }

  showCamera(isOrbiting: boolean): void {
    this.#camera.setAttribute('aria-pressed', String(!isOrbiting));
  }

  /** Shows whether physics is on; undefined for a model without it, which disables the button. */
  showPhysics(isOn: boolean | undefined): void {
    this.#physics.disabled = isOn === undefined;
    this.#physics.setAttribute('aria-pressed', String(isOn ?? false));
  }

  showExample(isExample: boolean): void {
    this.#reset.hidden = isExample;
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

/** Elements that use the keys themselves: lists and scrollable texts. */
const USES_ARROWS = 'select, #status, #author-text';
const USES_SPACE = `${USES_ARROWS}, button, a, summary, input[type="file"]`;
const SKIPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function onKey(event: KeyboardEvent, events: ControlEvents): void {
  if (hasModifier(event)) return;
  const skip = SKIPS[event.key] ?? 0;
  if (skip !== 0 && !isInside(event, USES_ARROWS)) events.onSkip(skip);
  else if (event.key === ' ' && !isInside(event, USES_SPACE)) events.onPlay();
  else if (event.key.toLowerCase() === 'm' && !event.repeat && !isInside(event, 'select')) events.onSound();
  else if (event.key.toLowerCase() === 'p' && !event.repeat && !isInside(event, 'select')) events.onPhysics();
  else return;
  event.preventDefault();
}
