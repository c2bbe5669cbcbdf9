import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import type { DirectionalLight, Object3D } from 'three';
import { createLamp } from './create-lamp.js';

/** A model that dances; whose it is, disposes of it. */
export class Performer {
  readonly #model: MmdModel;
  #lamp = createLamp();
  #motion: MotionBinding | undefined;

  constructor(model: MmdModel) {
    this.#model = model;
    model.groundShadow.visible = false; // the stage's spotlight throws one
  }

  get root(): Object3D {
    return this.#model.root;
  }

  /** The light it is to be seen in, and which the motion may change. */
  get lamp(): DirectionalLight {
    return this.#lamp;
  }

  /** Bones that the motion moves and the model lacks. */
  get missingBones(): readonly string[] {
    return this.#motion?.missing.bones ?? [];
  }

  /** Takes up a motion; the light is then as it was at first. */
  dance(motion: Motion): void {
    this.#lamp = createLamp();
    this.#motion = bindMotion(motion, this.#model.rig);
  }

  /** Poses it, the lamp being lit already. Allocates nothing. */
  sample(frame: number, deltaSeconds: number): void {
    this.#model.mesh.receiveShadow = this.#lamp.castShadow; // MMD's self shadow
    this.#motion?.sample(frame);
    this.#model.update(deltaSeconds);
  }
}
