import { parsePmd, parsePmx, pmdToPmx, type Pmx } from '@odori/format';
import { ModelLoaderBase } from '../../loaders/model-loader.js';
import type { MmdModel, ModelOptions } from '../../mmd-model/mmd-model.js';
import { createModel } from './create-model.js';

/**
 * As `ModelLoader` of `@odori/model`, with materials for `WebGPURenderer`.
 */
export abstract class ModelLoader extends ModelLoaderBase {
  protected override create(pmx: Pmx, options: ModelOptions): MmdModel {
    return createModel(pmx, options);
  }
}

/**
 * As `PMXLoader` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('models/miku/miku.pmx');
 * scene.add(model.root);
 */
export class PMXLoader extends ModelLoader {
  protected override parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx {
    return parsePmx(bytes, { keepBytes: true }); // the document is used at once
  }
}

/**
 * As `PMDLoader` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const model = await new PMDLoader().loadAsync('models/miku/miku.pmd');
 * scene.add(model.root);
 */
export class PMDLoader extends ModelLoader {
  protected override parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx {
    return pmdToPmx(parsePmd(bytes));
  }
}
