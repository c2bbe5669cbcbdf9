import { CastElement } from './cast/cast-element.js';
import type { ModelInput } from './sources/inputs.js';

/**
 * `<odori-dancer>`: one of several dancers, as a child of `<odori-player>`, which has the clock, the song and
 * the camera.
 *
 * Attributes: `model` and `motion` (URLs; `|` joins the files of one motion), `position` (`"x y z"` in MMD
 * units), `turn` (degrees), `alt`. Events: `load`, `error`. Dancers of one model file share its geometry and
 * textures.
 *
 * @example
 * <odori-player audio="duet.ogg" controls>
 *   <odori-dancer model="miku.zip" motion="left.vmd" position="-4 0 0"></odori-dancer>
 *   <odori-dancer model="luka.pmx" motion="right.vmd" position="4 0 0" turn="15"></odori-dancer>
 * </odori-player>
 */
export class OdoriDancerElement extends CastElement {
  static readonly observedAttributes: readonly string[] = ['model', 'motion', 'position', 'turn', 'alt'];
  /** @internal */
  override readonly isStage = false;
  protected override readonly source = 'model';

  /** A URL, a file or zip, a folder, or a loaded model, which stays yours. */
  get model(): ModelInput | null {
    return this.modelInput ?? null;
  }

  set model(input: ModelInput | null | undefined) {
    this.setModel(input);
  }
}
