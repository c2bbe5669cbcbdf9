import type { Pmm } from '@odori/format';
import { SceneLoaderBase } from '../../loaders/scene-loader.js';
import type { SceneOptions } from '../../scene/create-scene.js';
import type { MmdScene } from '../../scene/mmd-scene.js';
import { createScene } from './create-scene.js';

/**
 * Loads a project of MMD with its models and accessories, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath` and so on.
 *
 * They are found by the option `resolve`, else among the files at hand, else in `resourcePath` or beside the project.
 * What is missing is not an error, see `scene.report`.
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
