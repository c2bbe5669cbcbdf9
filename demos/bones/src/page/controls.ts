/** What the buttons, boxes and keys ask for. */
export interface ControlEvents {
  onPlay(): void;
  onSeek(frame: number): void;
  /** By so many frames. */
  onStep(frames: number): void;
  onSpeed(factor: number): void;
  onBone(bone: number): void;
  /** 0 to 1. */
  onOpacity(opacity: number): void;
  onSkeleton(isShown: boolean): void;
  onReset(): void;
  onFiles(files: readonly File[]): void;
}

export function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}

/** The page's own buttons, boxes and keys. */
export class Controls {
  readonly #play = part('play', HTMLButtonElement);
  readonly #reset = part('reset', HTMLButtonElement);
  readonly #seek = part('seek', HTMLInputElement);
  readonly #frame = part('frame', HTMLElement);
  #lastFrame = -1;

  constructor(events: ControlEvents) {
    this.#play.addEventListener('click', () => events.onPlay());
    this.#reset.addEventListener('click', () => events.onReset());
    this.#seek.addEventListener('input', () => events.onSeek(this.#seek.valueAsNumber));
    const speed = part('speed', HTMLSelectElement);
    speed.addEventListener('change', () => events.onSpeed(Number(speed.value)));
    const bone = part('bone', HTMLSelectElement);
    bone.addEventListener('change', () => events.onBone(Number(bone.value)));
    const opacity = part('opacity', HTMLInputElement);
    opacity.addEventListener('input', () => events.onOpacity(opacity.valueAsNumber / 100));
    const skeleton = part('skeleton', HTMLInputElement);
    skeleton.addEventListener('change', () => events.onSkeleton(skeleton.checked));
    const files = part('files', HTMLInputElement);
    files.addEventListener('change', () => {
      events.onFiles([...(files.files ?? [])]);
      files.value = ''; // else the same file could not be chosen twice
    });
    window.addEventListener('keydown', (event) => takeKey(event, events));
    // A browser that goes back remembers what was chosen.
    events.onSpeed(Number(speed.value));
    events.onOpacity(opacity.valueAsNumber / 100);
    events.onSkeleton(skeleton.checked);
  }

  showPlaying(isPlaying: boolean): void {
    this.#play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    this.#play.classList.toggle('playing', isPlaying);
  }

  showOwn(isOwn: boolean): void {
    this.#reset.hidden = isOwn;
  }

  showFrame(frame: number, lastFrame: number): void {
    if (lastFrame !== this.#lastFrame) {
      this.#lastFrame = lastFrame;
      this.#seek.max = String(Math.max(lastFrame, 1));
      this.#frame.style.minWidth = `${String(lastFrame).length * 2 + 6}ch`;
    }
    this.#seek.valueAsNumber = Math.round(frame);
    this.#seek.setAttribute('aria-valuetext', `frame ${Math.round(frame)} of ${lastFrame}`);
    this.#frame.textContent = `${frame.toFixed(1)} / ${lastFrame}`;
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function takeKey(event: KeyboardEvent, events: ControlEvents): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key] ?? 0;
  if (step !== 0 && !isIn(event, 'select, input')) events.onStep(step);
  else if (event.key === ' ' && !isIn(event, 'button, a, select, summary, input:not([type="range"])'))
    events.onPlay();
  else return;
  event.preventDefault();
}

/** Is the focus on something that answers to the key itself? */
function isIn({ target }: KeyboardEvent, selectors: string): boolean {
  return target instanceof Element && target.closest(selectors) !== null;
}
