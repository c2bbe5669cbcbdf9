import { describe, expect, it } from 'vitest';
import { wireframe } from '#src/physics/debug/wireframe.js';

type Point = readonly number[];

function pointsOf(lines: readonly number[]): Point[] {
  return Array.from({ length: lines.length / 3 }, (_, i) => lines.slice(3 * i, 3 * i + 3));
}

/** The least and the most x, y and z. */
function boundsOf(points: readonly Point[]): [least: number[], most: number[]] {
  const axes = [0, 1, 2].map((axis) => points.map((point) => point[axis]));
  return [axes.map((values) => Math.min(...values)), axes.map((values) => Math.max(...values))];
}

describe('lines of a rigid body', () => {
  it('a sphere has lines at its radius, which reach it on all axes', () => {
    const points = pointsOf(wireframe(0, [2, 0, 0]));
    for (const point of points) expect(Math.hypot(...point)).toBeCloseTo(2);
    const [least, most] = boundsOf(points);
    for (const value of least) expect(value).toBeCloseTo(-2);
    for (const value of most) expect(value).toBeCloseTo(2);
  });

  it('a box has the 12 edges between its 8 corners, and each is parallel to an axis', () => {
    const points = pointsOf(wireframe(1, [1, 2, 3]));
    expect(points).toHaveLength(24);
    expect(new Set(points.map(String)).size).toBe(8);
    for (const point of points) expect(point.map(Math.abs)).toEqual([1, 2, 3]);
    const edges = new Set<string>();
    for (let i = 0; i < points.length; i += 2) {
      const lengths = points[i].map((value, axis) => Math.abs(value - points[i + 1][axis]));
      expect(lengths.filter((length) => length > 0)).toHaveLength(1);
      edges.add([points[i], points[i + 1]].map(String).sort().join(' '));
    }
    expect(edges.size).toBe(12);
  });

  it('a capsule has lines at its radius around the line between its ends, half a height away', () => {
    const points = pointsOf(wireframe(2, [0.5, 3, 0]));
    for (const [x, y, z] of points) {
      expect(Math.hypot(x, y - Math.min(1.5, Math.max(-1.5, y)), z)).toBeCloseTo(0.5);
    }
    const [least, most] = boundsOf(points);
    [-0.5, -2, -0.5].forEach((value, axis) => expect(least[axis]).toBeCloseTo(value));
    [0.5, 2, 0.5].forEach((value, axis) => expect(most[axis]).toBeCloseTo(value));
  });

  it('an unknown shape has no lines, and sizes that are not finite count as 0', () => {
    expect(wireframe(7, [1, 1, 1])).toEqual([]);
    expect(wireframe(1, [NaN, 1, Infinity]).every(Number.isFinite)).toBe(true);
  });
});
