import type { Physics } from '@odori/physics';
import { byId } from '../../shared/dom.js';
import { say } from '../../shared/language/texts.js';
import { countText, millisecondsText } from '../../shared/number-text.js';

const SECONDS_BETWEEN = 0.5;

/** The numbers of bodies and joints, and what they cost: means over half a second. */
export class Readings {
  #milliseconds = 0;
  #frames = 0;
  #age = 0;

  /** Shows the size of another model, and measures anew. */
  restart(physics: Physics | undefined): void {
    const bodies = physics?.bodyCount ?? 0;
    const moved = physics?.model.rigidBodies.slice(0, bodies).filter(({ mode }) => mode !== 0).length ?? 0;
    show('body-count', say('{count} of {all}', { count: moved, all: bodies }));
    show('joint-count', countText(physics?.model.joints.length ?? 0));
    show('frame-cost', '–');
    this.#begin();
  }

  /** Adds a frame. Allocates only when it shows the means. */
  add(milliseconds: number, seconds: number): void {
    this.#milliseconds += milliseconds;
    this.#frames++;
    this.#age += seconds;
    if (this.#age < SECONDS_BETWEEN) return;
    show('frame-cost', millisecondsText(this.#milliseconds / this.#frames));
    this.#begin();
  }

  #begin(): void {
    this.#milliseconds = this.#frames = this.#age = 0;
  }
}

function show(id: string, text: string): void {
  byId(id, HTMLElement).textContent = text;
}
