import type { MmdAccessory } from '../../accessory/mmd-accessory.js';
import { type LoadAccessoryOptions, loadAccessoryWith } from '../../loaders/load-accessory.js';
import type { ModelSource } from '../../loaders/open-source.js';
import { loadAccessoryMaker } from '../load-accessory-maker.js';

/**
 * As `loadAccessory` of `@odori/model`, with materials for `WebGPURenderer`.
 *
 * @example
 * const stage = await loadAccessory('stages/stage01.x'); // textures below stages/
 * scene.add(stage.root);
 */
export async function loadAccessory(
  source: ModelSource,
  options: LoadAccessoryOptions = {},
): Promise<MmdAccessory> {
  return loadAccessoryWith(loadAccessoryMaker, source, options);
}
