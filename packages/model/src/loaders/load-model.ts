import { describeFormat, detectFormat, MmdFormatError, parsePmx, type Pmx } from '@odori/format';
import {
  countItem,
  type FetchOptions,
  LoadError,
  runInWorker,
  TaskQueue,
  type WorkerUse,
} from '@odori/runtime';
import { type FileSource, findModels } from '../files/file-source.js';
import { createModelInSteps } from '../mmd-model/make-model.js';
import type { MmdModel, ModelOptions } from '../mmd-model/mmd-model.js';
import { type ModelData, modelData } from '../mmd-model/model-data.js';
import type { ModelKit } from '../surface/surface-kit.js';
import { itemOf, type ModelSource, openSource, type Wanted } from './open-source.js';

export interface LoadModelOptions extends ModelOptions, FetchOptions {
  /** Which one of several models, as `findModels` names it; without it the most likely one. */
  readonly path?: string;
  /**
   * Whether a model, and its TGA textures, are read in workers, so that the page stays smooth meanwhile. The result is the same. `'auto'`:
   * from 128 kB on, if a worker can be had. True rejects if the model cannot have one.
   */
  readonly worker?: WorkerUse | undefined; // 'auto'
  /** The textures of a model that is a single file. Models from URLs, folders and zips have them beside the model. */
  readonly files?: FileSource | undefined;
}

const MODELS: Wanted = { find: findModels, what: 'model (.pmx, .pmd)' };

/** Loads a model with the materials of a kit; see `loadModel` of the entry points. */
export async function loadModelWith(
  kit: ModelKit,
  source: ModelSource,
  options: LoadModelOptions,
): Promise<MmdModel> {
  const { manager, signal } = options;
  const item = itemOf(source, options.path);
  return countItem(manager, item, async () => {
    const { name, bytes, files } = await openSource(source, options, MODELS);
    const tasks = new TaskQueue();
    const data = await readModel(bytes, name, options, tasks);
    const model = await createModelInSteps(kit, data, { ...options, files }, (step) =>
      tasks.run(step, signal),
    );
    await model.ready;
    if (signal?.aborted) model.dispose();
    signal?.throwIfAborted();
    return model;
  });
}

/** The data of a model, made in a worker if the options and the page allow it. */
async function readModel(
  bytes: Uint8Array,
  name: string,
  options: LoadModelOptions,
  tasks: TaskQueue,
): Promise<ModelData> {
  const data = await runInWorker<ModelData>(openModelWorker, bytes, { ...options, tasks });
  return data ?? tasks.run(() => readHere(bytes, name), options.signal);
}

async function readHere(bytes: Uint8Array, name: string): Promise<ModelData> {
  return modelData(await parseModel(bytes, name));
}

async function parseModel(bytes: Uint8Array, name: string): Promise<Pmx> {
  const format = detectFormat(bytes);
  if (format && format !== 'pmx' && format !== 'pmd') {
    throw new LoadError(name, `this is ${describeFormat(format)}, not a model`);
  }
  try {
    if (format !== 'pmd') return parsePmx(bytes, { keepBytes: true });
    const { parsePmdModel } = await import('./parse-pmd-model.js');
    return parsePmdModel(bytes);
  } catch (error) {
    if (!(error instanceof MmdFormatError)) throw error;
    const problem = format ? 'the file is broken' : 'this is not a model (PMX, PMD)';
    throw new LoadError(name, `${problem}: ${error.message}`, { cause: error });
  }
}

/** Starts the worker of {@link loadModelWith}. Bundlers know this form, and write a file for the worker. */
function openModelWorker(): Worker {
  return new Worker(new URL('./model-worker.js', import.meta.url), { type: 'module', name: 'odori-model' });
}
