import type { MmdModel, ModelPhysicsOptions } from '@odori/model';
import { Held } from './held.js';
import { Loading } from './shared-files.js';

/** A copy of a model, for one component. */
export interface ModelCopy {
  readonly model: MmdModel;
  readonly held: Held;
}

/** Ends copies that belong to renders which React has thrown away: React does not say so. */
const abandoned = /* @__PURE__ */ new FinalizationRegistry<Held>((held) => held.end());

/** A loaded model. Components show copies of it, which share its geometry and textures. */
export class ModelFile {
  readonly #model: MmdModel;
  readonly #copies = new Set<Held>();
  #withPhysics: Loading<MmdModel> | undefined;

  constructor(model: MmdModel) {
    this.#model = model;
  }

  /** The model with physics, which its copies have from the beginning. Never rejects. */
  withPhysics(options: ModelPhysicsOptions): Loading<MmdModel> {
    this.#withPhysics ??= new Loading(this.#loadPhysics(options));
    return this.#withPhysics;
  }

  copy(original: MmdModel = this.#model): ModelCopy {
    const model = original.clone();
    const held = new Held(() => {
      this.#copies.delete(held);
      model.dispose();
    });
    this.#copies.add(held);
    const copy = { model, held };
    abandoned.register(copy, held);
    return copy;
  }

  /** Disposes of the model and of all copies. */
  dispose(): void {
    for (const held of this.#copies) held.end();
    this.#model.dispose();
    void this.#withPhysics?.promise.then((model) => model.dispose());
  }

  async #loadPhysics(options: ModelPhysicsOptions): Promise<MmdModel> {
    const model = this.#model.clone();
    await model.loadPhysics(options);
    return model;
  }
}
