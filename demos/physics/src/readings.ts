import type { Physics } from '@odori/physics';
import { byId } from '../../shared/dom.js';
import { countText } from '../../shared/number-text.js';
import type { StepTimer } from './step-timer.js';

const SECONDS_BETWEEN = 0.5;

/** The numbers of bodies and joints, and what they cost: means over half a second. */
export class Readings {
  readonly #timer: StepTimer;
  #milliseconds = 0;
  #frames = 0;
  #age = 0;

  constructor(timer: StepTimer) {
    this.#timer = timer;
  }

  /** Shows the size of another model, and measures anew. */
  restart(physics: Physics | undefined): void {
    const bodies = physics?.bodyCount ?? 0;
    const moved = physics?.model.rigidBodies.slice(0, bodies).filter(({ mode }) => mode !== 0).length ?? 0;
    show('body-count', `${countText(moved)} of ${countText(bodies)}`);
    show('joint-count', countText(physics?.model.joints.length ?? 0));
    for (const id of ['step-cost', 'frame-cost']) show(id, '–');
    this.#begin();
  }

  /** Adds a frame. Allocates only when it shows the means. */
  add(milliseconds: number, seconds: number): void {
    this.#milliseconds += milliseconds;
    this.#frames++;
    this.#age += seconds;
    if (this.#age < SECONDS_BETWEEN) return;
    const { steps, milliseconds: stepping } = this.#timer;
    show('step-cost', steps > 0 ? costText(stepping / steps) : '–');
    show('frame-cost', costText(this.#milliseconds / this.#frames));
    this.#begin();
  }

  #begin(): void {
    this.#milliseconds = this.#frames = this.#age = 0;
    this.#timer.reset();
  }
}

function show(id: string, text: string): void {
  byId(id, HTMLElement).textContent = text;
}

function costText(milliseconds: number): string {
  return `${milliseconds.toFixed(3)} ms`;
}
