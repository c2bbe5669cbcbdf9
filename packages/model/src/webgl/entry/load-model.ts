import { type LoadModelOptions, loadModelWith } from '../../loaders/load-model.js';
import type { ModelSource } from '../../loaders/open-source.js';
import type { MmdModel } from '../../mmd-model/mmd-model.js';
import { WEBGL_MODEL_KIT } from '../model-kit.js';

/**
 * Loads a model, PMX or PMD, with its textures. Missing textures are not an error: see `model.report`.
 *
 * A zip is unpacked, also one that is among several files. Of several models, `path` or the most likely one is loaded, see
 * `findModels`.
 *
 * Each call makes its own requests and a model that shares nothing with others, even for the same URL. For several dancers
 * of one model, load it once and `clone()` it.
 *
 * @throws LoadError (as rejection) if the model cannot be fetched, is broken, or is not a model; the `cause` of a broken
 * file is the `MmdFormatError`, that of a zip the {@link FilesError}. Rejects with the reason of `signal` if that aborts.
 * @example
 * const model = await loadModel(await readDroppedFiles(event.dataTransfer));
 * model.report.notes; // → [{ code: 'missing-file', path: 'tex\\face.png', … }]
 */
export async function loadModel(source: ModelSource, options: LoadModelOptions = {}): Promise<MmdModel> {
  return loadModelWith(WEBGL_MODEL_KIT, source, options);
}
