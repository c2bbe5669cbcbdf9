import { type MmdModel, PMXLoader } from '@odori/model';
import { Motion, VMDLoader } from '@odori/runtime';
import { AssetLoader } from '../../../shared/asset-loader.js';
import type { OpenedFiles } from '../../../shared/open/opened-files.js';

/** The motion that plays: the dance and camera of the example, or those that the user has opened, file by file. */
export class CurrentMotion {
  #example: Pick<Example, 'dance' | 'camera'> = { dance: Motion.from(), camera: Motion.from() };
  #dances: readonly Motion[] = [];
  #cameras: readonly Motion[] = [];
  #motion: Motion | undefined;

  get isExample(): boolean {
    return this.#dances.length === 0;
  }

  /** Whether the user has opened neither dance nor camera. */
  get isUntouched(): boolean {
    return this.isExample && this.#cameras.length === 0;
  }

  /** Dance, camera and light. */
  get motion(): Motion {
    return (this.#motion ??= this.#merge());
  }

  /** Sets the dance and camera of the example. */
  setExample(example: Example): void {
    this.#example = example;
    this.#motion = undefined;
  }

  /** New dances replace the dances before, new cameras the cameras before. */
  add({ dances: motions, poses, cameras }: OpenedFiles): void {
    const dances = [...motions, ...poses];
    if (dances.length > 0) this.#dances = dances.map(({ motion }) => motion);
    if (cameras.length > 0) this.#cameras = cameras.map(({ motion }) => motion);
    this.#motion = undefined;
  }

  reset(): void {
    this.#dances = [];
    this.#cameras = [];
    this.#motion = undefined;
  }

  #merge(): Motion {
    if (!this.isExample) return Motion.from(...this.#dances, ...this.#cameras);
    return Motion.from(
      this.#example.dance,
      ...(this.#cameras.length > 0 ? this.#cameras : [this.#example.camera]),
    );
  }
}

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
    assets.load(new PMXLoader({ physics: true }), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
    assets.load(new VMDLoader(), 'camera.vmd'),
  ]);
  return { model, dance, camera };
}
