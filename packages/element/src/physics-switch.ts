import type { MmdModel } from '@odori/model';
import type { PlayerModel } from './sources/inputs.js';

type PhysicsMode = NonNullable<MmdModel['physics']>['mode'];

interface PhysicsSwitchOptions {
  isOn(): boolean;
  /** The model has got physics. */
  onLoad(): void;
  /** Physics of the model could not be loaded. */
  onFail(): void;
}

/** Turns the physics of a model on and off, as the attribute `physics` says. */
export class PhysicsSwitch {
  readonly #options: PhysicsSwitchOptions;
  #model: PlayerModel | undefined;
  /** The mode that physics had before it was turned off here. */
  #mode: PhysicsMode | undefined;

  constructor(options: PhysicsSwitchOptions) {
    this.#options = options;
  }

  /** The last model, which may be the page's own, gets its mode back. Call {@link update} for the new one. */
  set model(model: PlayerModel | undefined) {
    this.#turnOn();
    this.#model = model;
  }

  /** Follows the attribute. Loads physics if the model lacks it, and resolves when that is done. */
  async update(): Promise<void> {
    const model = this.#model;
    if (!this.#options.isOn()) this.#turnOff();
    else if (model?.physics) this.#turnOn();
    else if (model) await this.#load(model);
  }

  async #load(model: PlayerModel): Promise<void> {
    const physics = await model.loadPhysics();
    if (model !== this.#model) return;
    if (!physics) {
      if (model.report.notes.some(({ code }) => code === 'missing-physics')) this.#options.onFail();
      return;
    }
    if (!this.#options.isOn()) this.#turnOff();
    this.#options.onLoad();
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
