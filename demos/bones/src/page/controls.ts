import { say } from '../../../shared/language/texts.js';
import { byId, hasModifier, isInside, showPlaying } from '../../../shared/dom.js';

/** Called for the buttons, boxes and keys that the user changes or presses. */
interface ControlEvents {
  onPlay(): void;
  onSeek(frame: number): void;
  /** Steps by a number of frames. */
  onStep(frames: number): void;
  onSpeed(factor: number): void;
  onBone(bone: number): void;
  /** 0 to 1. */
  onOpacity(opacity: number): void;
  onSkeleton(isShown: boolean): void;
  onReset(): void;
}

/** The buttons, boxes and keys of the page. */
export class Controls {
  readonly #play = byId('play', HTMLButtonElement);
  readonly #reset = byId('reset', HTMLButtonElement);
  readonly #seek = byId('seek', HTMLInputElement);
  readonly #frame = byId('frame', HTMLElement);
  #lastFrame = -1;

  constructor(events: ControlEvents) {
    this.#play.addEventListener('click', () => events.onPlay());
    this.#reset.addEventListener('click', () => events.onReset());
    this.#seek.addEventListener('input', () => events.onSeek(this.#seek.valueAsNumber));
    const speed = byId('speed', HTMLSelectElement);
    speed.addEventListener('change', () => events.onSpeed(Number(speed.value)));
    const bone = byId('bone', HTMLSelectElement);
    bone.addEventListener('change', () => events.onBone(Number(bone.value)));
    const opacity = byId('opacity', HTMLInputElement);
    opacity.addEventListener('input', () => events.onOpacity(opacity.valueAsNumber / 100));
    const skeleton = byId('skeleton', HTMLInputElement);
    skeleton.addEventListener('change', () => events.onSkeleton(skeleton.checked));
    window.addEventListener('keydown', (event) => onKey(event, events));
    // A browser that goes back to this page restores the controls.
    events.onSpeed(Number(speed.value));
    events.onOpacity(opacity.valueAsNumber / 100);
    events.onSkeleton(skeleton.checked);
  }

  showPlaying(isPlaying: boolean): void {
    showPlaying(this.#play, isPlaying);
  }

  showExample(isExample: boolean): void {
    this.#reset.hidden = isExample;
  }

  showFrame(frame: number, lastFrame: number): void {
    if (lastFrame !== this.#lastFrame) {
      this.#lastFrame = lastFrame;
      this.#seek.max = String(Math.max(lastFrame, 1));
      this.#frame.style.minWidth = `${String(lastFrame).length * 2 + 6}ch`;
    }
    this.#seek.valueAsNumber = Math.round(frame);
    const values = { frame: Math.round(frame), last: lastFrame };
    this.#seek.setAttribute('aria-valuetext', say('frame {frame} of {last}', values));
    this.#frame.textContent = `${frame.toFixed(1)} / ${lastFrame}`;
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function onKey(event: KeyboardEvent, events: ControlEvents): void {
  if (hasModifier(event)) return;
  const step = STEPS[event.key] ?? 0;
  if (step !== 0 && !isInside(event, 'select, input')) events.onStep(step);
  else if (event.key === ' ' && !isInside(event, 'button, a, select, summary, input:not([type="range"])'))
    events.onPlay();
  else return;
  event.preventDefault();
}
