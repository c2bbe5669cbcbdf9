import { Vector3 } from 'three';
import { MonotoneSpline } from '../monotone-spline.js';
import type { Measure } from './tube.js';

/** The height from which the measures of the head count down. */
export const HEAD_TOP = new Vector3(0, 19.95, -0.05);

/** From the top of the head to the chin. */
export const HEAD: readonly Measure[] = [
  [0, 0.01, 0.01, -0.1],
  [0.04, 0.42, 0.42, -0.1],
  [0.2, 0.85, 0.85, -0.08],
  [0.6, 1.35, 1.35, -0.04],
  [1.2, 1.66, 1.64, 0],
  [1.8, 1.74, 1.7, 0],
  [2.4, 1.6, 1.62, 0.02],
  [2.9, 1.27, 1.4, 0.08],
  [3.2, 0.88, 1.1, 0.16],
  [3.36, 0.52, 0.72, 0.26],
  [3.42, 0.2, 0.3, 0.4],
  [3.44, 0.01, 0.02, 0.45],
];

const ALONGS = HEAD.map(([along]) => along);
const [SIDE, FRONT, SHIFT] = [1, 2, 3].map(
  (column) =>
    new MonotoneSpline(
      ALONGS,
      HEAD.map((measure) => measure[column] ?? 0),
    ),
);

/** The depth of the face at a place seen from the front. */
export function faceDepth(x: number, y: number): number {
  const along = HEAD_TOP.y - y;
  const across = Math.min(Math.abs(x) / SIDE.at(along), 1);
  return HEAD_TOP.z + SHIFT.at(along) + FRONT.at(along) * Math.sqrt(1 - across * across);
}

/** A point on the head, `swell` times as wide; the angle counts from the front to the left. */
export function headPoint(angle: number, y: number, swell: number, out: Vector3): Vector3 {
  const along = HEAD_TOP.y - y;
  const side = SIDE.at(along) * swell;
  const front = FRONT.at(along) * swell;
  return out.set(Math.sin(angle) * side, y, HEAD_TOP.z + SHIFT.at(along) + Math.cos(angle) * front);
}
