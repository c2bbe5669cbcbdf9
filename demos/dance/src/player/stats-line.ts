import { element } from '../../../shared/dom.js';

const SECONDS_BETWEEN = 0.25;
const SMOOTHING = 0.1;

/** Frame, milliseconds per update and missing bones; written four times a second, so that it can be read. */
export class StatsLine {
  readonly #line: HTMLElement;
  #size: readonly HTMLElement[] = [];
  #milliseconds = 0;
  #age = Infinity;

  constructor(line: HTMLElement) {
    this.#line = line;
  }

  /** Somebody else dances, who costs something else; `size`: what there is to move and draw. */
  restart(size: string): void {
    this.#milliseconds = 0;
    this.#size = size === '' ? [] : [element('span', { class: 'size' }, ` · ${size}`)];
  }

  /** Takes what one update cost. */
  measure(milliseconds: number): void {
    if (this.#milliseconds === 0) this.#milliseconds = milliseconds;
    this.#milliseconds += SMOOTHING * (milliseconds - this.#milliseconds);
  }

  /** Shows it, if it is time or must be. Allocates nothing in between. */
  show(frame: number, missing: number, deltaSeconds: number, isUrgent: boolean): boolean {
    this.#age += deltaSeconds;
    if (!isUrgent && this.#age < SECONDS_BETWEEN) return false;
    this.#age = 0;
    const cost = this.#milliseconds.toFixed(2);
    const text = `frame ${frame.toFixed(1)} · ${cost} ms per update · missing bones: ${missing}`;
    this.#line.replaceChildren(text, ...this.#size);
    return true;
  }
}
