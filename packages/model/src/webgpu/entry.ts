import type { Pmx } from '@odori/format';
import type { X } from '@odori/format/x';
import type { AccessoryMaker, LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import type { AccessoryOptions, MmdAccessory } from '../accessory/mmd-accessory.js';
import { AccessoryLoaderBase, PMDLoaderBase, PMXLoaderBase } from '../loaders/files-loader.js';
import { type LoadAccessoryOptions, loadAccessoryWith } from '../loaders/load-accessory.js';
import { type LoadModelOptions, loadModelWith } from '../loaders/load-model.js';
import type { ModelSource } from '../loaders/open-source.js';
import { createModelWith } from '../mmd-model/make-model.js';
import type { MmdModel, ModelOptions } from '../mmd-model/mmd-model.js';
import { modelData } from '../mmd-model/model-data.js';
import type { ModelKit } from '../surface/surface-kit.js';
import { WEBGPU_MODEL_KIT } from './kit.js';

/**
 * As `createModel` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const model = createModel(parsePmx(bytes), { files: createMapSource(files, 'miku/miku.pmx') });
 * await model.ready;
 * model.report.notes; // → []: nothing is missing
 */
export function createModel(pmx: Pmx, options: ModelOptions = {}): MmdModel {
  return createModelWith(WEBGPU_MODEL_KIT, modelData(pmx), options);
}

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

/**
 * As `PMXLoader` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('models/miku/miku.pmx');
 * scene.add(model.root);
 */
export class PMXLoader extends PMXLoaderBase {
  protected override readonly kit: ModelKit = WEBGPU_MODEL_KIT;
}

/**
 * As `PMDLoader` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const model = await new PMDLoader().loadAsync('models/miku/miku.pmd');
 * scene.add(model.root);
 */
export class PMDLoader extends PMDLoaderBase {
  protected override readonly kit: ModelKit = WEBGPU_MODEL_KIT;
}

/**
 * As `createAccessory` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * import { parseX } from '@odori/format/x';
 *
 * const negi = await createAccessory(parseX(negiBytes), { files: createMapSource(files, 'negi/negi.x') });
 * negi.report.notes; // → []: nothing is missing
 */
export async function createAccessory(x: X, options: AccessoryOptions = {}): Promise<MmdAccessory> {
  return (await loadAccessoryMaker()).make(x, options);
}

/**
 * As `loadAccessory` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const stage = await loadAccessory('stages/stage01.x'); // textures below stages/
 * scene.add(stage.root);
 */
export async function loadAccessory(
  source: ModelSource,
  options: LoadAccessoryOptions = {},
): Promise<MmdAccessory> {
  return loadAccessoryWith(loadAccessoryMaker, source, options);
}

/**
 * As `XLoader` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const stage = await new XLoader().loadAsync('stages/stage01.x');
 * scene.add(stage.root);
 */
export class XLoader extends AccessoryLoaderBase {
  protected override readonly loadMaker: LoadAccessoryMaker = loadAccessoryMaker;
}

/** Loads the code of accessories, with the materials for `WebGPURenderer`. */
export async function loadAccessoryMaker(): Promise<AccessoryMaker> {
  const { createAccessoryMaker } = await import('./accessory-kit.js');
  return createAccessoryMaker();
}
