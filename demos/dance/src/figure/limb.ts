import { type BufferGeometry, Vector3 } from 'three';
import { ARM_DIRECTION, PALM_DIRECTION, restPosition } from './bone-table.js';
import { type Measure, ringsThrough, tube, type Weights } from './tube.js';

export const SIDEWAYS = new Vector3(1, 0, 0);
export const DOWN = new Vector3(0, -1, 0);
export const FORWARD = new Vector3(0, 0, 1);

export interface LimbOptions {
  weigh: (point: Vector3) => Weights;
  rows?: number; // 20
  segments?: number; // 20
  ruffle?: (angle: number, share: number) => number;
}

/** A tube along the left arm; `along` counts from the shoulder joint. */
export function armTube(measures: readonly Measure[], options: LimbOptions): BufferGeometry {
  const { rows = 20, segments = 20 } = options;
  const rings = ringsThrough(measures, rows, restPosition('左腕'), ARM_DIRECTION, PALM_DIRECTION);
  return tube({ ...options, rings, segments, sideAxis: FORWARD, frontAxis: PALM_DIRECTION });
}

/** A tube straight down; `along` counts down from the height of `origin`. */
export function uprightTube(
  measures: readonly Measure[],
  origin: Vector3,
  options: LimbOptions,
): BufferGeometry {
  const { rows = 20, segments = 24 } = options;
  const rings = ringsThrough(measures, rows, origin, DOWN, FORWARD);
  return tube({ ...options, rings, segments, sideAxis: SIDEWAYS, frontAxis: FORWARD });
}

/** An egg at a place: `x`, `y`, `z` are half its size. */
export function egg(
  center: Vector3,
  [x, y, z]: readonly [number, number, number],
  weigh: (point: Vector3) => Weights,
): BufferGeometry {
  const rings = Array.from({ length: 13 }, (_, i) => {
    const angle = (i / 12) * Math.PI;
    const width = Math.max(Math.sin(angle), 0.001);
    const ringCenter = center.clone().add(new Vector3(0, Math.cos(angle) * y, 0));
    return { center: ringCenter, side: width * x, front: width * z };
  });
  return tube({ rings, segments: 18, sideAxis: SIDEWAYS, frontAxis: FORWARD, weigh });
}
