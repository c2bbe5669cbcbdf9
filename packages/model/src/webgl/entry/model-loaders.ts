import { parsePmd, parsePmx, pmdToPmx, type Pmx } from '@odori/format';
import { ModelLoaderBase } from '../../loaders/model-loader.js';
import type { MmdModel, ModelOptions } from '../../mmd-model/mmd-model.js';
import { createModel } from './create-model.js';

/**
 * The base of {@link PMXLoader} and {@link PMDLoader}.
 *
 * The textures are looked for beside the model, or in `resourcePath` if that is set, or in the option `files`. Missing
 * textures are not an error, see `model.report`.
 */
export abstract class ModelLoader extends ModelLoaderBase {
  protected override create(pmx: Pmx, options: ModelOptions): MmdModel {
    return createModel(pmx, options);
  }
}

/**
 * Loads a PMX model with its textures, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath` and so on.
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
 * Loads a PMD model with its textures, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath` and so on.
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
