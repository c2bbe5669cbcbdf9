import type { Pmm } from '@odori/format';
import { createSceneWith, type SceneOptions } from '../../scene/create-scene.js';
import type { MmdScene } from '../../scene/mmd-scene.js';
import { WEBGPU_SCENE_KIT } from '../scene-kit.js';

/**
 * As `createScene` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const files = await readDroppedFiles(event.dataTransfer);
 * const mmdScene = await createScene(parsePmm(bytes), { resolve: createMapResolver(files) });
 * mmdScene.report.notes; // → [{ code: 'missing-model', name: '鏡音レン', … }]
 * scene.add(mmdScene.root);
 */
export async function createScene(pmm: Pmm, options: SceneOptions): Promise<MmdScene> {
  return createSceneWith(WEBGPU_SCENE_KIT, pmm, options);
}
