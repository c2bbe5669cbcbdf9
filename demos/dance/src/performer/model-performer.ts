import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import type { DirectionalLight, Object3D } from 'three';
import { createLamp } from '../stage/create-lamp.js';
import type { Performer } from './performer.js';

/** A model that somebody brought. */
export class ModelPerformer implements Performer {
  readonly #model: MmdModel;
  #lamp = createLamp();
  #motion: MotionBinding | undefined;

  constructor(model: MmdModel) {
    this.#model = model;
    model.groundShadow.visible = false; // the stage's sun throws one
  }

  get root(): Object3D {
    return this.#model.root;
  }

  get lamp(): DirectionalLight {
    return this.#lamp;
  }

  get missingBones(): readonly string[] {
    return this.#motion?.missing.bones ?? [];
  }

  dance(motion: Motion): void {
    this.#lamp = createLamp();
    this.#motion = bindMotion(motion, this.#model.rig);
  }

  sample(frame: number, deltaSeconds: number): void {
    this.#model.mesh.receiveShadow = this.#lamp.castShadow; // MMD's self shadow
    this.#motion?.sample(frame);
    this.#model.update(deltaSeconds);
  }

  dispose(): void {
    this.#model.dispose();
  }
}
