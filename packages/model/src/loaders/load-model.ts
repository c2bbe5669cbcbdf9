import { detectFormat, MmdFormatError, parsePmx, type Pmx } from '@odori/format';
import { describeFormat, detectStandIn, foreignProblem } from '@odori/format/internal';
import { type FetchOptions, LoadError } from '@odori/runtime';
import { countItem, runInWorker, TaskQueue } from '@odori/runtime/internal/three';
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
   * The textures of a model that is a single file. Models from URLs, folders and zips have them beside the
   * model.
   */
  readonly files?: FileSource | undefined;
  /**
   * For a model from a URL: the URL of the folder that the paths of its textures must not leave. They may
   * begin with `../`, and never name another server.
   */
  readonly root?: string | URL | undefined; // the whole origin
}

const MODELS: Wanted = { find: findModels, what: 'model (.pmx, .pmd)' };

/** Loads a model with the materials of a kit; see `loadModel` of the entry points. */
export async function loadModelWith(
  kit: ModelKit,
  source: ModelSource,
  options: LoadModelOptions,
): Promise<MmdModel> {
  return countItem(options.manager, itemOf(source, options.path), async () => {
    const { name, bytes, files } = await openSource(source, options, MODELS);
    const format = detectFormat(bytes);
    if (format && format !== 'pmx' && format !== 'pmd') {
      const found = describeFormat(format);
      throw new LoadError(name, `this is ${found}, not a model`, { code: 'not-a-model', found });
    }
    const foreign = format ? undefined : detectStandIn(bytes);
    const foreignText = foreignProblem(foreign, 'a model (PMX, PMD)');
    if (foreignText !== undefined)
      throw new LoadError(name, foreignText, { code: 'not-a-model', found: foreign?.description });
    return openModel(kit, bytes, { ...options, files }, parseModel).catch((error: unknown) => {
      if (!(error instanceof MmdFormatError)) throw error;
      const problem = format ? 'the file is broken' : 'this is not a model (PMX, PMD)';
      const code = format ? 'broken' : 'not-a-model';
      throw new LoadError(name, `${problem}: ${error.message}`, { code, cause: error });
    });
  });
}

async function parseModel(bytes: Uint8Array): Promise<Pmx> {
  if (detectFormat(bytes) !== 'pmd') return parsePmx(bytes);
  const { parsePmdModel } = await import('./parse-pmd-model.js');
  return parsePmdModel(bytes);
}

/** Parses a file on the main thread. */
type ParseModel = (bytes: Uint8Array) => Pmx | Promise<Pmx>;

/**
 * Makes a model from the bytes of a file in steps, between which the page gets its turn. Without a worker,
 * `parse` reads the file. Resolves when textures and physics have loaded.
 *
 * @throws MmdFormatError (as rejection) if the file is broken. Rejects with the reason of `signal` if that
 * aborts.
 */
export async function openModel(
  kit: ModelKit,
  bytes: Uint8Array,
  options: ModelOptions & Pick<FetchOptions, 'signal'>,
  parse: ParseModel,
): Promise<MmdModel> {
  const { signal } = options;
  const tasks = new TaskQueue();
  const data =
    (await runInWorker<ModelData>(openModelWorker, bytes, { ...options, tasks })) ??
    (await tasks.run(async () => modelData(await parse(bytes)), signal));
  const model = await createModelInSteps(kit, data, options, (step) => tasks.run(step, signal));
  await model.ready;
  if (signal?.aborted) model.dispose();
  signal?.throwIfAborted();
  return model;
}

/** Starts the worker of {@link openModel}. Bundlers know this form, and write a file for the worker. */
function openModelWorker(): Worker {
  return new Worker(new URL('./model-worker.js', import.meta.url), { type: 'module', name: 'odori-model' });
}
