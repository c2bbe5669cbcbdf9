import type { Pmm } from '@odori/format';
import { SceneLoaderBase } from '../../loaders/scene-loader.js';
import type { SceneOptions } from '../../scene/create-scene.js';
import type { MmdScene } from '../../scene/mmd-scene.js';
import { createScene } from './create-scene.js';

/**
 * As `PMMLoader` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const mmdScene = await new PMMLoader().loadAsync('show/stage.pmm'); // models below show/
 * scene.add(mmdScene.root);
 */
export class PMMLoader extends SceneLoaderBase {
  protected override async create(pmm: Pmm, options: SceneOptions): Promise<MmdScene> {
    return createScene(pmm, options);
  }
}
