import { addPoints, bridge, emptyPoly, fan, type Poly } from './poly.js';
import { add, along, cross, length, lerp, mean, scale, sub, unit, type V3 } from './vector.js';

/** Joins rings one after the other, with a tag for each gap. The ends can be closed. */
export function loft(
  rings: readonly (readonly V3[])[],
  options: { closed?: boolean; capStart?: boolean; capEnd?: boolean; tag?: (gap: number) => string } = {},
): Poly {
  const { closed = true, capStart = false, capEnd = false, tag = () => '' } = options;
  const poly = emptyPoly();
  const indices = rings.map((ring) => addPoints(poly, ring));
  for (let i = 0; i + 1 < rings.length; i++) bridge(poly, indices[i], indices[i + 1], tag(i), closed);
  if (capStart) fan(poly, indices[0].toReversed(), mean(rings[0]), tag(0));
  if (capEnd) fan(poly, indices[rings.length - 1], mean(rings[rings.length - 1]), tag(rings.length - 2));
  return poly;
}

/** A coordinate frame on a curve: its position, its direction, its side and its up vector. */
export interface Station {
  share: number;
  place: V3;
  ahead: V3;
  side: V3;
  above: V3;
}

/**
 * Coordinate frames along a curve. `above` is the wanted up vector; it is made perpendicular to the curve.
 */
export function stations(
  at: (share: number) => V3,
  shares: readonly number[],
  above: (place: V3, share: number) => V3,
): Station[] {
  return shares.map((share) => {
    const place = at(share);
    const ahead = unit(sub(at(Math.min(share + 0.01, 1)), at(Math.max(share - 0.01, 0))));
    const side = unit(cross(ahead, above(place, share)));
    return { share, place, ahead, side, above: unit(cross(side, ahead)) };
  });
}

/**
 * An ellipse, or a squarer shape, around a station. Its first half width is to the side, its second upwards.
 */
export function ovalRing(
  station: Station,
  halfSide: number,
  halfAbove: number,
  count: number,
  square = 2,
): V3[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const s = rounded(Math.cos(angle), square) * halfSide;
    const a = rounded(Math.sin(angle), square) * halfAbove;
    return add(along(station.place, station.side, s), scale(station.above, a));
  });
}

/** A coordinate on a superellipse, from the cosine or sine of the angle. */
export function rounded(value: number, square: number): number {
  return Math.sign(value) * Math.abs(value) ** (2 / square);
}

/** 0 to 1 in equal steps. */
export function steps(count: number, from = 0, to = 1): number[] {
  return Array.from({ length: count + 1 }, (_, i) => lerp(from, to, i / count));
}

/** The position of each point along a polyline, as a fraction of the length. */
export function alongPath(point: V3, path: readonly V3[]): number {
  let best = { distance: Infinity, at: 0 };
  for (let i = 0; i + 1 < path.length; i++) {
    const [a, b] = [path[i], path[i + 1]];
    const ab = sub(b, a);
    const ap = sub(point, a);
    const share = (ap[0] * ab[0] + ap[1] * ab[1] + ap[2] * ab[2]) / (ab[0] ** 2 + ab[1] ** 2 + ab[2] ** 2);
    const low = i === 0 ? -1 : 0;
    const inside = Math.min(Math.max(share, low), 1);
    const distance = length(sub(point, along(a, ab, Math.max(inside, 0))));
    if (distance < best.distance) best = { distance, at: i + inside };
  }
  return best.at;
}
