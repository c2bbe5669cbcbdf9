import type { Poly } from './poly.js';
import { add, mean, scale, type V3 } from './vector.js';

/**
 * Divides each face into as many quads as it has corners, and smooths the shape (Catmull and Clark). Open
 * edges are only smoothed along themselves. The points of the cage come first in the result, in their order.
 */
export function subdivide({ points, faces, tags }: Poly): Poly {
  const facePoints = faces.map((face) => mean(face.map((i) => points[i])));
  const edges = new Map<string, Edge>();
  faces.forEach((face, f) => {
    face.forEach((a, i) => {
      const b = face[(i + 1) % face.length];
      const key = edgeKey(a, b);
      const edge = edges.get(key) ?? { ends: [a, b], faces: [], index: 0 };
      edge.faces.push(f);
      edges.set(key, edge);
    });
  });
  const made: V3[] = movedPoints(points, faces, facePoints, edges);
  facePoints.forEach((point) => made.push(point));
  for (const edge of edges.values()) {
    const ends = edge.ends.map((i) => points[i]);
    const middle =
      edge.faces.length === 2 ? mean([...ends, ...edge.faces.map((f) => facePoints[f])]) : mean(ends);
    edge.index = made.push(middle) - 1;
  }
  const newFaces: number[][] = [];
  const newTags: string[] = [];
  faces.forEach((face, f) => {
    face.forEach((corner, i) => {
      const after = edges.get(edgeKey(corner, face[(i + 1) % face.length]))!;
      const before = edges.get(edgeKey(face[(i + face.length - 1) % face.length], corner))!;
      newFaces.push([corner, after.index, points.length + f, before.index]);
      newTags.push(tags[f]);
    });
  });
  return { points: made, faces: newFaces, tags: newTags };
}

interface Edge {
  ends: [number, number];
  faces: number[];
  index: number;
}

function edgeKey(a: number, b: number): string {
  return a < b ? `${a},${b}` : `${b},${a}`;
}

function movedPoints(
  points: readonly V3[],
  faces: readonly number[][],
  facePoints: readonly V3[],
  edges: ReadonlyMap<string, Edge>,
): V3[] {
  const around = points.map(() => ({ faces: [] as V3[], middles: [] as V3[], rim: [] as V3[] }));
  faces.forEach((face, f) => face.forEach((i) => around[i].faces.push(facePoints[f])));
  for (const { ends, faces: sides } of edges.values()) {
    const middle = mean(ends.map((i) => points[i]));
    for (const end of ends) (sides.length === 2 ? around[end].middles : around[end].rim).push(middle);
  }
  return points.map((point, i) => {
    const { faces: near, middles, rim } = around[i];
    if (rim.length >= 2) return mean([scale(add(rim[0], rim[1]), 0.5), point]);
    const n = near.length;
    if (n === 0) return point;
    // (F + 2 R + (n − 3) P) / n
    const sum = add(add(mean(near), scale(mean(middles), 2)), scale(point, n - 3));
    return scale(sum, 1 / n);
  });
}
