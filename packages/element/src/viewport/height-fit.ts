import { eyeHeight, filmedEyeHeight, type Motion } from '@odori/runtime';
import type { PlayerModel } from './stage.js';

/**
 * Whether the motion's camera is fitted to the height of the dancers: always, never, or where its near shots
 * miss their eyes.
 */
export type CameraFit = 'auto' | 'height' | 'none';

/** The eyes for which camera motions are made that have no near shots, in MMD units. */
const USUAL_EYES = 19;
/** What eyes may differ in height and are still in the middle of a picture, in MMD units. */
const TOLERANCE = 1;

/** How a camera motion, which was made for a dancer of a certain height, becomes one for other dancers. */
export class HeightFit {
  /** Of heights and distances. */
  readonly scale: number;
  /** Do near shots miss the eyes? */
  readonly isNeeded: boolean;

  private constructor(eyes: number, filmed: number | undefined) {
    this.scale = eyes / (filmed ?? USUAL_EYES);
    this.isNeeded = filmed !== undefined && Math.abs(eyes - filmed) > TOLERANCE;
  }

  /**
   * `dance`: the motion that the camera films. Undefined without a camera track, and for dancers without
   * heads or of several heights: no camera fits them all. O(keys).
   */
  static of(
    camera: Motion | undefined,
    models: readonly PlayerModel[],
    dance: Motion | undefined,
  ): HeightFit | undefined {
    if (!camera?.camera || models.length === 0) return undefined;
    const eyes = models.map(eyesOf);
    const [least, most] = [Math.min(...eyes), Math.max(...eyes)]; // NaN without a head
    return most - least <= TOLERANCE
      ? new HeightFit((least + most) / 2, filmedEyeHeight(camera, dance))
      : undefined;
  }

  scaleFor(fit: CameraFit): number {
    return fit === 'height' || (fit === 'auto' && this.isNeeded) ? this.scale : 1;
  }
}

/** In the scene, above the soles. */
function eyesOf(model: PlayerModel): number {
  const height = 'vrm' in model ? model.eyeHeight : eyeHeight(model.rig.definition);
  return (height ?? Number.NaN) * model.root.scale.y;
}
