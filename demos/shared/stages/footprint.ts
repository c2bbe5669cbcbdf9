import type { Pmx } from '@odori/format';
import type { X } from '@odori/format/x';

/** A stage that is smaller than this, in MMD units, to one side is a prop: a dancer cannot dance on it. */
const STAGE_SIZE = 12;
/** MMD draws the files of accessories at ten times their size. */
const ACCESSORY_SIZE = 10;

/** What something covers of the floor, in its own units. */
interface Footprint {
  readonly width: number;
  readonly depth: number;
}

/**
 * Whether a model is wide and deep enough to dance on, and is not a prop beside the dancer. O(vertices).
 *
 * @example
 * isWideModel(pmxOfMicrophone); // → false
 */
export function isWideModel({ vertices }: Pick<Pmx, 'vertices'>): boolean {
  return isWide(footprintOf([vertices.positions]), 1);
}

/** As {@link isWideModel}, of an accessory of MMD without a VAC file. O(vertices). */
export function isWideAccessory({ meshes, frames }: Pick<X, 'meshes' | 'frames'>): boolean {
  const placed = meshes.map(({ positions, frame }) => {
    const points = positions.slice();
    for (let at = frame; at >= 0; at = frames[at].parent) transform(points, frames[at].transform);
    return points;
  });
  return isWide(footprintOf(placed), ACCESSORY_SIZE);
}

function isWide({ width, depth }: Footprint, size: number): boolean {
  return Math.min(width, depth) * size >= STAGE_SIZE;
}

function footprintOf(parts: readonly Float32Array[]): Footprint {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const points of parts) {
    for (let i = 0; i < points.length; i++) {
      if (i % 3 === 1) continue; // its height
      const axis = (i % 3) / 2;
      if (points[i] < low[axis]) low[axis] = points[i];
      if (points[i] > high[axis]) high[axis] = points[i];
    }
  }
  return { width: Math.max(high[0] - low[0], 0), depth: Math.max(high[1] - low[1], 0) };
}

/** Points are rows, see `XFrame.transform`. */
function transform(points: Float32Array, matrix: Float32Array | undefined): void {
  if (!matrix) return;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = points.subarray(i, i + 3);
    for (let axis = 0; axis < 3; axis++)
      points[i + axis] = x * matrix[axis] + y * matrix[4 + axis] + z * matrix[8 + axis] + matrix[12 + axis];
  }
}
