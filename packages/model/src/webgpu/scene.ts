import type { Pmm } from '@odori/format';
import { createSceneWith, type SceneKit, type SceneOptions } from '../scene/create-scene.js';
import type { MmdScene } from '../scene/mmd-scene.js';
import { SceneLoaderBase } from '../scene/scene-loader.js';
import { createBackdrop } from './backdrop-material.js';
import { loadAccessoryMaker } from './entry.js';
import { WEBGPU_MODEL_KIT } from './kit.js';

/** The materials of projects for `WebGPURenderer`, as nodes. */
const WEBGPU_SCENE_KIT: SceneKit = { models: WEBGPU_MODEL_KIT, loadAccessoryMaker, createBackdrop };

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
