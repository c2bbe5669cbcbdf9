import type { LoadAccessoryMaker } from '../../accessory/accessory-maker.js';
import { AccessoryLoaderBase } from '../../loaders/accessory-loader.js';
import { loadAccessoryMaker } from '../load-accessory-maker.js';

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
