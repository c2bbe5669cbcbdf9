import { element } from '../../../shared/dom.js';

const SECONDS_BETWEEN = 0.25;
const SMOOTHING = 0.1;

/** Shows the frame, the cost of an update and the number of missing bones, four times a second. */
export class StatsLine {
  readonly #line: HTMLElement;
  #size: readonly HTMLElement[] = [];
  #milliseconds = 0;
  #age = Infinity;

  constructor(line: HTMLElement) {
    this.#line = line;
  }

  /** Starts a new measurement for another model. `size` is its size as text. */
  restart(size: string): void {
    this.#milliseconds = 0;
    this.#size = size === '' ? [] : [element('span', { class: 'size' }, ` · ${size}`)];
  }

  /** Adds the cost of one update. */
  measure(milliseconds: number): void {
    if (this.#milliseconds === 0) this.#milliseconds = milliseconds;
    this.#milliseconds += SMOOTHING * (milliseconds - this.#milliseconds);
  }

  /** Shows the values if it is time or if `isUrgent`; returns whether it did. Allocates nothing in between. */
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
