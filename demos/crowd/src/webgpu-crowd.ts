import type { MmdModel } from '@odori/model';
import { ModelCrowd } from '@odori/model/crowd';
import { loadModel } from '@odori/model/webgpu';
import { ASSETS } from '../../shared/asset-loader.js';

/** Loads the dancer for WebGPURenderer, and makes a crowd that it draws. */
export async function openWebGPUCrowd(): Promise<readonly [MmdModel, ModelCrowd]> {
  const dancer = await loadModel(`${ASSETS}dancer.pmx`, { physics: true });
  return [dancer, new ModelCrowd(dancer)];
}
