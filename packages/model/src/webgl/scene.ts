import type { Pmm } from '@odori/format';
import { createSceneWith, type SceneKit, type SceneOptions } from '../scene/create-scene.js';
import type { MmdScene } from '../scene/mmd-scene.js';
import { SceneLoaderBase } from '../scene/scene-loader.js';
import { createBackdrop } from './backdrop-material.js';
import { loadAccessoryMaker } from './entry.js';
import { WEBGL_MODEL_KIT } from './kit.js';

/** The materials of projects for `WebGLRenderer`, in GLSL. */
const WEBGL_SCENE_KIT: SceneKit = { models: WEBGL_MODEL_KIT, loadAccessoryMaker, createBackdrop };

/**
 * Makes a scene of a whole project, with all models and accessories that can be loaded. A file that occurs
 * several times is loaded once.
 *
 * Resolves when all textures, the background and physics have loaded or are known to be missing. Problems
 * that did not stop loading are in `report`, among them rejections of `resolve` and `accessory`; everything
 * else plays.
 *
 * @throws RangeError (as rejection) if `unit` is not above 0 and finite. Rejects if the option
 * `physics.backend` does.
 * @example
 * const files = await readDroppedFiles(event.dataTransfer);
 * const mmdScene = await createScene(parsePmm(bytes), { resolve: createMapResolver(files) });
 * mmdScene.report.notes; // → [{ code: 'missing-model', name: '鏡音レン', … }]
 * scene.add(mmdScene.root);
 */
export async function createScene(pmm: Pmm, options: SceneOptions): Promise<MmdScene> {
  return createSceneWith(WEBGL_SCENE_KIT, pmm, options);
}

/**
 * Loads a project of MMD with its models and accessories, as three's other loaders do: `load`, `loadAsync`,
 * `parse`, `setPath` and so on.
 *
 * They are found by the option `resolve`, else among the files at hand, else in `resourcePath` or beside the
 * project. What is missing is not an error, see `scene.report`.
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
