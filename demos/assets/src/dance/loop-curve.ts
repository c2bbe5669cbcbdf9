import { MonotoneSpline } from '../mesh/monotone-spline.js';
import { around, LOOP_BEATS } from './beat.js';

/** A value at a beat. */
export type Point = readonly [beat: number, value: number];

/** A smooth periodic curve through points, which never overshoots a high or a low point. */
export class LoopCurve {
  readonly #spline: MonotoneSpline;

  /** Points in any order. Of two points at one beat, the first is used. */
  constructor(points: readonly Point[]) {
    const sorted = points
      .map(([beat, value]): Point => [around(beat, LOOP_BEATS), value])
      .sort(([a], [b]) => a - b)
      .filter(([beat], i, all) => i === 0 || beat - all[i - 1][0] > 1e-6);
    const loops = [-LOOP_BEATS, 0, LOOP_BEATS].flatMap((shift) =>
      sorted.map(([beat, value]): Point => [beat + shift, value]),
    );
    this.#spline = new MonotoneSpline(
      loops.map(([beat]) => beat),
      loops.map(([, value]) => value),
    );
  }

  /** Any beat. */
  at(beat: number): number {
    return this.#spline.at(around(beat, LOOP_BEATS));
  }
}
