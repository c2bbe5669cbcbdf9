import type { LoadedModel } from '../cast/dancer.js';
import { type InputContext, InputLoader } from './input-loader.js';
import type { LoadedInput } from './loader.js';
import { labelOf } from './inputs.js';
import { loadModelInput } from './load-files.js';
import type { Viewport } from '../viewport/viewport.js';

/** Loads the model, and prepares its first picture. */
export class ModelInput extends InputLoader<'model'> {
  constructor(context: InputContext) {
    super('model', context);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    const { content, viewport } = this.context;
    const loaded = await this.#loadModel(signal);
    const keep = loaded && (await prepareModel(loaded, viewport, signal));
    return {
      attach: () => {
        keep?.();
        content.setModel(loaded);
      },
      ...(loaded && { finish: () => content.updatePhysics() }),
    };
  }

  async #loadModel(signal: AbortSignal): Promise<LoadedModel | undefined> {
    const { input } = this;
    if (input === undefined) return undefined;
    const model = await this.loadFile(labelOf(input), signal, (options) => loadModelInput(input, options));
    return { model, dispose: () => input !== model && model.dispose() };
  }
}

/**
 * Prepares the first picture of a model, and disposes of it if `signal` aborts before the returned function
 * is called.
 */
export async function prepareModel(
  loaded: LoadedModel,
  viewport: Viewport,
  signal: AbortSignal,
): Promise<() => void> {
  const discard = (): void => loaded.dispose();
  try {
    await viewport.prepare(loaded.model, signal);
    signal.throwIfAborted();
  } catch (error) {
    discard();
    throw error;
  }
  signal.addEventListener('abort', discard, { once: true });
  return () => signal.removeEventListener('abort', discard);
}
