import type { Pmm } from '@odori/format';
import { createSceneWith, type SceneOptions } from '../../scene/create-scene.js';
import type { MmdScene } from '../../scene/mmd-scene.js';
import { WEBGL_SCENE_KIT } from '../scene-kit.js';

/**
 * Makes a scene of a whole project, with all models and accessories that can be loaded. A file that occurs several times is
 * loaded once.
 *
 * Resolves when all textures, the background and physics have loaded or are known to be missing. Problems that did not stop loading
 * are in `report`, among them rejections of `resolve` and `accessory`; everything else plays.
 *
 * @throws RangeError (as rejection) if `unit` is not above 0 and finite. Rejects if the option `physics.backend` does.
 * @example
 * const files = await readDroppedFiles(event.dataTransfer);
 * const mmdScene = await createScene(parsePmm(bytes), { resolve: createMapResolver(files) });
 * mmdScene.report.notes; // → [{ code: 'missing-model', name: '鏡音レン', … }]
 * scene.add(mmdScene.root);
 */
export async function createScene(pmm: Pmm, options: SceneOptions): Promise<MmdScene> {
  return createSceneWith(WEBGL_SCENE_KIT, pmm, options);
}
