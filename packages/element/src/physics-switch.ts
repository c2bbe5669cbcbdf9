import type { MmdModel } from '@odori/model';
import type { Messages } from './controls/messages.js';
import type { PlayerModel } from './viewport/stage.js';

type PhysicsMode = NonNullable<MmdModel['physics']>['mode'];

/** Turns the physics of a model on and off, as the attribute `physics` of the element says. */
export class PhysicsSwitch {
  readonly #element: Element;
  readonly #messages: Messages;
  readonly #cause: string;
  #model: PlayerModel | undefined;
  /** The mode that physics had before it was turned off here. */
  #mode: PhysicsMode | undefined;

  /** `cause`: of messages. */
  constructor(element: Element, messages: Messages, cause: string) {
    this.#element = element;
    this.#messages = messages;
    this.#cause = cause;
  }

  /** The last model, which may be the page's own, gets its mode back. Call {@link update} for the new one. */
  set model(model: PlayerModel | undefined) {
    this.#turnOn();
    this.#model = model;
  }

  /** Follows the attribute. Loads physics if the model lacks it, and resolves when that is done. */
  async update(): Promise<void> {
    const model = this.#model;
    if (!this.#isWanted) this.#turnOff();
    else if (model?.physics) this.#turnOn();
    else if (model) await this.#load(model);
  }

  get #isWanted(): boolean {
    return this.#element.getAttribute('physics') !== 'off';
  }

  async #load(model: PlayerModel): Promise<void> {
    const physics = await model.loadPhysics();
    if (model !== this.#model) return;
    if (!physics) {
      if (model.report.notes.some(({ code }) => code === 'missing-physics'))
        this.#messages.showProblem(this.#cause, { code: 'no-physics' });
    } else if (!this.#isWanted) this.#turnOff();
  }

  #turnOff(): void {
    const physics = this.#model?.physics;
    if (!physics || physics.mode === 'off') return;
    this.#mode = physics.mode;
    physics.mode = 'off';
  }

  #turnOn(): void {
    const physics = this.#model?.physics;
    if (physics && this.#mode) physics.mode = this.#mode;
    this.#mode = undefined;
  }
}
