import { MathUtils } from 'three';
import { MonotoneSpline } from '../monotone-spline.js';
import { LOOP_BEATS, PHRASE_BEATS } from './beat.js';

/** A value at a beat of the phrase, 0 to 16. */
export type Mark = readonly [beat: number, value: number];

/** What becomes of a value in the mirror. */
export type Mirror = (value: number) => number;

/** What moves to the left moves to the right. */
export const opposite: Mirror = (value) => -value;
export const same: Mirror = (value) => value;

/**
 * A value over the whole dance: what `own` says in the phrase, then the mirror image of what `others` say. It has no
 * beginning and no end, so that the dance loops smoothly.
 */
export class PhraseTrack {
  readonly #spline: MonotoneSpline;

  constructor(own: readonly Mark[], others: readonly Mark[], mirror: Mirror) {
    const loop = [...own, ...others.map(([beat, value]) => [beat + PHRASE_BEATS, mirror(value)] as const)];
    const around = [-LOOP_BEATS, 0, LOOP_BEATS].flatMap((shift) =>
      loop.map(([beat, value]) => [beat + shift, value] as const),
    );
    this.#spline = new MonotoneSpline(
      around.map(([beat]) => beat),
      around.map(([, value]) => value),
    );
  }

  /** Any beat, also before the first and after the last. */
  at(beat: number): number {
    return this.#spline.at(MathUtils.euclideanModulo(beat, LOOP_BEATS));
  }
}
