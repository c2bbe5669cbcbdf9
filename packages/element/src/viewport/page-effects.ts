import type { Messages } from '../controls/messages.js';
import { type EffectName, readEffectNames } from '../graphics/effects.js';
import type { Graphics } from '../graphics/graphics.js';
import { type Problem, problemOf } from '../language/problems.js';
import { prefersReducedData } from '../player-attributes.js';

/** The effects that the attribute `effects` of an element names. Its problems are messages in the picture. */
export class PageEffects {
  readonly #element: Element;
  readonly #messages: Messages;
  readonly #graphics: Graphics;

  constructor(element: Element, messages: Messages, graphics: Graphics) {
    this.#element = element;
    this.#messages = messages;
    this.#graphics = graphics;
  }

  /**
   * Draws with the effects of the attribute; without any where the page shall load less. Resolves when the
   * next picture has them, or none because of a problem. The graphics must be open.
   */
  async update(): Promise<void> {
    this.#messages.clearProblems('effects');
    try {
      await this.#graphics.effects.change(prefersReducedData() ? NONE : this.#names());
    } catch {
      this.#showProblem({ code: 'no-effects' });
    }
  }

  #names(): ReadonlySet<EffectName> {
    try {
      return readEffectNames(this.#element.getAttribute('effects') ?? '');
    } catch (error) {
      this.#showProblem(problemOf(error));
      return NONE;
    }
  }

  #showProblem(problem: Problem): void {
    if (this.#element.isConnected) this.#messages.showProblem('effects', problem);
  }
}

const NONE: ReadonlySet<EffectName> = new Set();
