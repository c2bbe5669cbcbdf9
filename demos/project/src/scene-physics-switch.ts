import type { MmdScene } from '@odori/model';

type Physics = NonNullable<NonNullable<MmdScene['models'][number]>['physics']>;

/** Turns the physics of all models of a scene off, and back to what the project says. */
export class ScenePhysicsSwitch {
  /** The physics of each model, and its mode in the project. */
  readonly #modes: readonly (readonly [physics: Physics, mode: Physics['mode']])[];

  constructor({ models }: MmdScene) {
    this.#modes = models.flatMap((model) =>
      model?.physics ? [[model.physics, model.physics.mode] as const] : [],
    );
  }

  /** Whether the project lets physics move anything. */
  get isUseful(): boolean {
    return this.#modes.some(([, mode]) => mode !== 'off');
  }

  set(isOn: boolean): void {
    for (const [physics, mode] of this.#modes) physics.mode = isOn ? mode : 'off';
  }
}
