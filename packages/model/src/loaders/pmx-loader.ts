import { parsePmx, type Pmx } from '@odori/format';
import { ModelLoader } from './model-loader.js';

/**
 * Loads a PMX model with its textures.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('models/miku/miku.pmx');
 * scene.add(model.root);
 */
export class PMXLoader extends ModelLoader {
  protected override parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx {
    return parsePmx(bytes);
  }
}
