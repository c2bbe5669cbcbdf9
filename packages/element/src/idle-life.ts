import {
  blink,
  breathe,
  chain,
  type CompanionAdjust,
  lookAt,
  pointerTarget,
  sway,
} from '@odori/runtime/companion';
import type { Viewport } from './viewport/viewport.js';
import type { PlayerModel } from './viewport/stage.js';

/**
 * The idle life of one model: breath, sways, blinks, and a gaze at the pointer. Loaded with the first one.
 */
export class IdleLife {
  readonly model: PlayerModel;
  /** For a player. */
  readonly adjust: CompanionAdjust;
  readonly #pointer: ReturnType<typeof pointerTarget>;

  /** `element`: where the picture is in the page. */
  constructor(model: PlayerModel, element: HTMLElement, viewport: Viewport) {
    const camera = {
      get matrixWorld() {
        return viewport.camera.matrixWorld;
      },
      get projectionMatrixInverse() {
        return viewport.camera.projectionMatrixInverse;
      },
    };
    this.model = model;
    this.#pointer = pointerTarget(element, camera);
    const space = 'space' in model ? model.space : model.root;
    const gaze = lookAt(this.#pointer, { space });
    this.adjust = chain(breathe(), sway(), gaze, blink({ duringGaze: gaze }));
  }

  dispose(): void {
    this.#pointer.dispose();
  }
}
