import type { MmdModel } from '@odori/model';
import { ModelCrowd } from '@odori/model/crowd';
import { loadModel } from '@odori/model/webgpu';
import { ASSETS } from '../../shared/asset-loader.js';
import type { Viewport } from '../../shared/viewport.js';
import type { CrowdDrawing } from './crowd.js';

/** Draws all dancers at once, with WebGPURenderer. */
export class SharedDrawing implements CrowdDrawing {
  readonly #crowd: ModelCrowd;

  /** `first`: the dancer, or one of her clones. */
  constructor(viewport: Viewport, first: MmdModel) {
    this.#crowd = new ModelCrowd(first);
    viewport.add(this.#crowd);
  }

  add(model: MmdModel): void {
    this.#crowd.add(model);
  }

  remove(model: MmdModel): void {
    this.#crowd.remove(model);
  }

  update(): void {
    this.#crowd.update();
  }

  showOutlines(isShown: boolean): void {
    this.#crowd.surface.outline.visible = isShown;
  }

  showShadows(isShown: boolean): void {
    this.#crowd.surface.groundShadow.visible = isShown;
  }
}

/** Loads the dancer for WebGPURenderer. */
export function loadDancer(): Promise<MmdModel> {
  return loadModel(`${ASSETS}dancer.pmx`, { physics: true });
}
