import type { MmdModel } from '@odori/model';
import type { DirectionalLight } from 'three';
import { createLamp } from './create-lamp.js';

/** A model that dances, and the light it is seen in; whose it is, disposes of it. */
export class Performer {
  readonly model: MmdModel;
  #lamp = createLamp();

  constructor(model: MmdModel) {
    this.model = model;
    model.groundShadow.visible = false; // the stage's spotlight throws one
  }

  /** A motion may change it. */
  get lamp(): DirectionalLight {
    return this.#lamp;
  }

  /** Another motion begins: the light is as it was at first. */
  renewLamp(): DirectionalLight {
    this.#lamp = createLamp();
    return this.#lamp;
  }

  /** MMD's self shadow, where the motion switches it on. */
  update(): void {
    this.model.mesh.receiveShadow = this.#lamp.castShadow;
  }
}
