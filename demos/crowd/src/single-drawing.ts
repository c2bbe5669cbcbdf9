import type { MmdModel } from '@odori/model';
import type { CrowdDrawing } from './crowd.js';

/** Draws the dancers one by one. */
export class SingleDrawing implements CrowdDrawing {
  readonly #viewport: { add(model: MmdModel): void };
  readonly #models = new Set<MmdModel>();

  constructor(viewport: { add(model: MmdModel): void }) {
    this.#viewport = viewport;
  }

  add(model: MmdModel): void {
    this.#viewport.add(model);
    this.#models.add(model);
  }

  /** A disposed model leaves the scene by itself. */
  remove(model: MmdModel): void {
    this.#models.delete(model);
  }

  update(): void {}

  showOutlines(isShown: boolean): void {
    for (const { surface } of this.#models) surface.outline.visible = isShown;
  }

  showShadows(isShown: boolean): void {
    for (const { surface } of this.#models) surface.groundShadow.visible = isShown;
  }
}
