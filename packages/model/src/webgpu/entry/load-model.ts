import { type LoadModelOptions, loadModelWith } from '../../loaders/load-model.js';
import type { ModelSource } from '../../loaders/open-source.js';
import type { MmdModel } from '../../mmd-model/mmd-model.js';
import { WEBGPU_MODEL_KIT } from '../model-kit.js';

/**
 * As `loadModel` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const model = await loadModel(await readDroppedFiles(event.dataTransfer));
 * model.report.notes; // → [{ code: 'missing-file', path: 'tex\\face.png', … }]
 */
export async function loadModel(source: ModelSource, options: LoadModelOptions = {}): Promise<MmdModel> {
  return loadModelWith(WEBGPU_MODEL_KIT, source, options);
}
