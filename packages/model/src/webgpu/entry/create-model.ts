import type { Pmx } from '@odori/format';
import { createModelWith } from '../../mmd-model/make-model.js';
import type { MmdModel, ModelOptions } from '../../mmd-model/mmd-model.js';
import { modelData } from '../../mmd-model/model-data.js';
import { WEBGPU_MODEL_KIT } from '../model-kit.js';

/**
 * As `createModel` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const model = createModel(parsePmx(bytes), { files: createMapSource(droppedFiles, 'miku/miku.pmx') });
 * await model.ready;
 * model.report.notes; // → []: nothing is missing
 */
export function createModel(pmx: Pmx, options: ModelOptions = {}): MmdModel {
  return createModelWith(WEBGPU_MODEL_KIT, modelData(pmx), options);
}
