import { parsePmd, pmdToPmx, type Pmx } from '@odori/format';
import { ModelLoader } from './model-loader.js';

/**
 * Loads a PMD model with its textures.
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
