import type { V2 } from './vector.js';

type Triangle = [a: number, b: number, c: number];

/**
 * The Delaunay triangulation of points in a plane (Bowyer and Watson). The corners of each triangle are
 * counterclockwise with y up. O(n²).
 */
export function delaunay(points: readonly V2[]): Triangle[] {
  const far = 1e4;
  const all: V2[] = [...points, [-far, -far], [far, -far], [0, far]];
  const n = points.length;
  let triangles: Triangle[] = [[n, n + 1, n + 2]];
  for (let i = 0; i < n; i++) {
    const rim = new Map<string, [number, number]>();
    triangles = triangles.filter((triangle) => {
      if (!circleHolds(triangle, all[i], all)) return true;
      const [a, b, c] = triangle;
      for (const [p, q] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        // An edge that two of these triangles share lies inside.
        if (!rim.delete(`${q},${p}`)) rim.set(`${p},${q}`, [p, q]);
      }
      return false;
    });
    for (const [p, q] of rim.values()) triangles.push([p, q, i]);
  }
  return triangles.filter((triangle) => triangle.every((corner) => corner < n));
}

function circleHolds([a, b, c]: Triangle, [x, y]: V2, points: readonly V2[]): boolean {
  const [ax, ay] = [points[a][0] - x, points[a][1] - y];
  const [bx, by] = [points[b][0] - x, points[b][1] - y];
  const [cx, cy] = [points[c][0] - x, points[c][1] - y];
  const determinant =
    (ax * ax + ay * ay) * (bx * cy - cx * by) -
    (bx * bx + by * by) * (ax * cy - cx * ay) +
    (cx * cx + cy * cy) * (ax * by - bx * ay);
  return determinant > 1e-12;
}

/** Whether a point lies in a polygon. */
export function isInside([x, y]: V2, polygon: readonly V2[]): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [polygon[i], polygon[j]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
