/** A shot of the automatic camera. Seconds of the motion. */
export interface Shot {
  /**
   * What it shows:
   *
   * - `full`: the whole body from the front, of several models all bodies;
   * - `turn`: the whole body, while the camera goes half around it;
   * - `low`: the whole body from the height of the knees;
   * - `high`: the whole body from above;
   * - `side`: from the side or three quarters, down to the thighs;
   * - `chest`: head and chest;
   * - `face`: the face.
   */
  readonly kind: 'full' | 'turn' | 'low' | 'high' | 'side' | 'chest' | 'face';
  readonly start: number;
  readonly end: number;
  /** Index of the model that a near shot shows; undefined: all of them. */
  readonly model?: number | undefined;
}

export type ShotKind = Shot['kind'];

export const WIDE_SHOTS: readonly ShotKind[] = ['full', 'turn', 'low', 'high'];

export function isWide(kind: ShotKind): boolean {
  return WIDE_SHOTS.includes(kind);
}
