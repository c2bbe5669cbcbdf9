import { CastElement } from './cast/cast-element.js';
import type { ModelInput } from './sources/inputs.js';

/**
 * `<odori-stage>`: what stands around the dancers, as a child of `<odori-player>`: a PMX or PMD model, an
 * accessory of MMD (`.x`), or a GLB, whose metres become MMD's units.
 *
 * Attributes: `src` (URL; also a zip), `motion`, `position`, `turn`, `alt`, as those of `<odori-dancer>`.
 * Events: `load`, `error`. Cameras do not frame it. With a stage, the player has no floor of its own unless
 * its attribute `stage` says so.
 *
 * @example
 * <odori-player model="dancer.pmx" motion="dance.vmd"><odori-stage src="live-house/stage.pmx"></odori-stage></odori-player>
 */
export class OdoriStageElement extends CastElement {
  static readonly observedAttributes: readonly string[] = ['src', 'motion', 'position', 'turn', 'alt'];
  /** @internal */
  override readonly isStage = true;
  protected override readonly source = 'src';

  /** A URL, a file or zip, a folder, or a loaded model, which stays yours. */
  get src(): ModelInput | null {
    return this.modelInput ?? null;
  }

  set src(input: ModelInput | null | undefined) {
    this.setModel(input);
  }
}
