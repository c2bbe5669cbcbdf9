import { describeFormat, detectFormat, MmdFormatError, parsePmx, type Pmx } from '@odori/format';
import { countItem, type FetchOptions, LoadError } from '@odori/runtime';
import { type FileSource, findModels } from '../files/file-source.js';
import { createModelWith, type MmdModel, type ModelOptions } from '../mmd-model/mmd-model.js';
import type { ModelKit } from '../surface/surface-kit.js';
import { itemOf, type ModelSource, openSource, type Wanted } from './open-source.js';

export interface LoadModelOptions extends ModelOptions, FetchOptions {
  /** Which one of several models, as `findModels` names it; without it the most likely one. */
  readonly path?: string;
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
  const { manager, signal, groundShadow, look, shadows, rig, physics } = options;
  const item = itemOf(source, options.path);
  return countItem(manager, item, async () => {
    const { name, bytes, files } = await openSource(source, options, MODELS);
    const pmx = await parseModel(bytes, name);
    signal?.throwIfAborted();
    const model = createModelWith(kit, pmx, {
      files,
      ...(groundShadow !== undefined && { groundShadow }),
      ...(look && { look }),
      ...(shadows && { shadows }),
      ...(rig && { rig }),
      ...(physics !== undefined && { physics }),
    });
    await model.ready;
    if (signal?.aborted) model.dispose();
    signal?.throwIfAborted();
    return model;
  });
}

async function parseModel(bytes: Uint8Array, name: string): Promise<Pmx> {
  const format = detectFormat(bytes);
  if (format && format !== 'pmx' && format !== 'pmd') {
    throw new LoadError(name, `this is ${describeFormat(format)}, not a model`);
  }
  try {
    if (format !== 'pmd') return parsePmx(bytes);
    const { parsePmdModel } = await import('./parse-pmd-model.js');
    return parsePmdModel(bytes);
  } catch (error) {
    if (!(error instanceof MmdFormatError)) throw error;
    const problem = format ? 'the file is broken' : 'this is not a model (PMX, PMD)';
    throw new LoadError(name, `${problem}: ${error.message}`, { cause: error });
  }
}
