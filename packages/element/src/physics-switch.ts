import type { MmdModel } from '@odori/model';

type PhysicsMode = NonNullable<MmdModel['physics']>['mode'];

/** Turns the physics of a model on and off, as the attribute `physics` says. */
export class PhysicsSwitch {
  readonly #isOn: () => boolean;
  readonly #onLoad: () => void;
  #model: MmdModel | undefined;
  /** The mode that physics had before it was turned off here. */
  #mode: PhysicsMode | undefined;

  constructor(isOn: () => boolean, onLoad: () => void) {
    this.#isOn = isOn;
    this.#onLoad = onLoad;
  }

  /** The last model, which may be the page's own, gets its mode back. */
  set model(model: MmdModel | undefined) {
    this.#turnOn();
    this.#model = model;
    this.update();
  }

  /** Follows the attribute. Loads physics if the model lacks it. */
  update(): void {
    if (!this.#isOn()) this.#turnOff();
    else if (this.#model?.physics) this.#turnOn();
    else if (this.#model) void this.#load(this.#model);
  }

  async #load(model: MmdModel): Promise<void> {
    if (!(await model.loadPhysics()) || model !== this.#model) return;
    if (!this.#isOn()) this.#turnOff();
    this.#onLoad();
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
