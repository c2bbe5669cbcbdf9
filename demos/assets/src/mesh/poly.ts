import { add, cross, dot, mean, scale, sub, unit, type V3 } from './vector.js';

/** Points and the faces between them: corners in such an order that (b − a) × (c − a) points outwards. */
export interface Poly {
  points: V3[];
  faces: number[][];
  /** The group that each face belongs to. */
  tags: string[];
}

export function emptyPoly(): Poly {
  return { points: [], faces: [], tags: [] };
}

/** Adds a ring of points and returns their indices. */
export function addPoints(poly: Poly, points: readonly V3[]): number[] {
  return points.map((point) => poly.points.push(point) - 1);
}

/** Quads between two rings with the same number of points. `closed` joins the last point with the first. */
export function bridge(
  poly: Poly,
  from: readonly number[],
  to: readonly number[],
  tag: string,
  closed: boolean,
): void {
  const count = from.length;
  for (let i = 0; i + (closed ? 0 : 1) < count; i++) {
    const next = (i + 1) % count;
    poly.faces.push([from[i], from[next], to[next], to[i]]);
    poly.tags.push(tag);
  }
}

/** Triangles from a ring to a point. */
export function fan(poly: Poly, ring: readonly number[], tip: V3, tag: string): void {
  const [index] = addPoints(poly, [tip]);
  ring.forEach((corner, i) => {
    poly.faces.push([corner, ring[(i + 1) % ring.length], index]);
    poly.tags.push(tag);
  });
}

/** Reverses all faces if they enclose a negative volume. For closed or nearly closed shapes. */
export function facingOutwards(poly: Poly): Poly {
  const center = mean(poly.points);
  let volume = 0;
  for (const face of poly.faces) {
    const corners = face.map((i) => sub(poly.points[i], center));
    for (let i = 1; i + 1 < corners.length; i++) {
      volume += dot(corners[0], cross(corners[i], corners[i + 1]));
    }
  }
  return volume < 0 ? turnedOver(poly) : poly;
}

export function turnedOver(poly: Poly): Poly {
  return { ...poly, faces: poly.faces.map((face) => face.toReversed()) };
}

/**
 * The normal of each point: the sum of the normals of its faces, weighted by their angles. Points at one
 * place share it.
 */
export function smoothNormals({ points, faces }: Poly): V3[] {
  const sums = new Map<string, V3>();
  const keyOf = (i: number): string => points[i].map((value) => Math.round(value * 1e4)).join();
  for (const face of faces) {
    face.forEach((corner, i) => {
      const before = sub(points[face[(i + face.length - 1) % face.length]], points[corner]);
      const after = sub(points[face[(i + 1) % face.length]], points[corner]);
      const normal = cross(after, before);
      const size = Math.hypot(...normal);
      if (size < 1e-12) return;
      const angle = Math.atan2(size, dot(after, before));
      const key = keyOf(corner);
      sums.set(key, add(sums.get(key) ?? [0, 0, 0], scale(normal, angle / size)));
    });
  }
  return points.map((_, i) => unit(sums.get(keyOf(i)) ?? [0, 1, 0]));
}
