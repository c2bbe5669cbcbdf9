import { type MmdModel, PMXLoader } from '@odori/model';
import { type Motion, VMDLoader } from '@odori/runtime';
import { AssetLoader } from '../../shared/asset-loader.js';

/** The dancer of this page, with her dance. */
export interface Example {
  readonly model: MmdModel;
  readonly dance: Motion;
  /** Camera and light. */
  readonly camera: Motion;
}

/**
 * Loads the dancer with her textures, dance and camera. `onProgress` gets the loaded fraction of all bytes, 0 to 1.
 *
 * @throws Error with the name of the file, if one cannot be loaded or read.
 */
export async function loadExample(onProgress: (progress: number) => void): Promise<Example> {
  const assets = new AssetLoader(onProgress);
  const [model, dance, camera] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
    assets.load(new VMDLoader(), 'camera.vmd'),
  ]);
  return { model, dance, camera };
}
