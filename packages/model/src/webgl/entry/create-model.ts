import type { Pmx } from '@odori/format';
import { createModelWith } from '../../mmd-model/make-model.js';
import type { MmdModel, ModelOptions } from '../../mmd-model/mmd-model.js';
import { modelData } from '../../mmd-model/model-data.js';
import { WEBGL_MODEL_KIT } from '../model-kit.js';

/**
 * Makes a model from a document; convert a PMD with `pmdToPmx`. Its textures and physics load in the background: await
 * `model.ready`.
 *
 * Without a browser it works too, but has no textures. Odd data never throws. O(vertices + morphs).
 *
 * @example
 * const model = createModel(parsePmx(bytes), { files: createMapSource(droppedFiles, 'miku/miku.pmx') });
 * await model.ready;
 * model.report.notes; // → []: nothing is missing
 */
export function createModel(pmx: Pmx, options: ModelOptions = {}): MmdModel {
  return createModelWith(WEBGL_MODEL_KIT, modelData(pmx), options);
}
