import { MmdModel } from '@odori/model';
import type { LoadedModel } from '../content.js';
import { type InputContext, InputLoader } from './input-loader.js';
import type { LoadedInput } from './loader.js';
import { labelOf } from './inputs.js';
import { loadModelInput } from './load-files.js';

/** Loads the model, and prepares its first picture. */
export class ModelInput extends InputLoader<'model'> {
  constructor(context: InputContext) {
    super('model', context);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    const { content, viewport } = this.context;
    const loaded = await this.#loadModel(signal);
    try {
      if (loaded) await viewport.prepare(loaded.model, signal);
      signal.throwIfAborted();
    } catch (error) {
      if (loaded?.isOwned) loaded.model.dispose();
      throw error;
    }
    const discard = (): void => {
      if (loaded?.isOwned) loaded.model.dispose();
    };
    signal.addEventListener('abort', discard, { once: true });
    return {
      attach: () => {
        signal.removeEventListener('abort', discard);
        content.setModel(loaded);
      },
      ...(loaded && { finish: () => content.updatePhysics() }),
    };
  }

  async #loadModel(signal: AbortSignal): Promise<LoadedModel | undefined> {
    const { input } = this;
    if (input === undefined) return undefined;
    const model = await this.loadFile(labelOf(input), signal, (options) => loadModelInput(input, options));
    return { model, isOwned: !(input instanceof MmdModel) };
  }
}
