import type { LoadAccessoryMaker } from '../../accessory/accessory-maker.js';
import { AccessoryLoaderBase } from '../../loaders/accessory-loader.js';
import { loadAccessoryMaker } from '../load-accessory-maker.js';

/**
 * Loads an accessory (`.x` or `.vac`) with its textures, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath` and
 * so on.
 *
 * The textures are looked for beside the file, or in `resourcePath` if that is set, or in the option `files`. Missing
 * textures are not an error, see `accessory.report`. The code of accessories is loaded with the first one.
 *
 * @example
 * const stage = await new XLoader().loadAsync('stages/stage01.x');
 * scene.add(stage.root);
 */
export class XLoader extends AccessoryLoaderBase {
  protected override readonly loadMaker: LoadAccessoryMaker = loadAccessoryMaker;
}
