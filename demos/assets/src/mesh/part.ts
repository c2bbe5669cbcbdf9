import { oppositeName } from './opposite-name.js';
import { type Poly, smoothNormals, turnedOver } from './poly.js';
import { add, scale, unit, type V2, type V3 } from './vector.js';

/** How much each bone has to say, by name; the sum need not be 1. */
export type Pull = Readonly<Record<string, number>>;

/** A piece of the model, all of one material. */
export interface Part {
  material: string;
  positions: V3[];
  normals: V3[];
  uvs: V2[];
  /** Triangles and quads. */
  faces: number[][];
  pulls: Pull[];
  edges: number[];
  /** How vertex morphs move it: by morph, an offset for each vertex or nothing. */
  morphs?: Map<string, (V3 | undefined)[]>;
}

export interface PartLook {
  material: string;
  pull: (point: V3, index: number) => Pull;
  uv?: (point: V3, index: number) => V2; // (0, 0)
  edge?: (point: V3, index: number) => number; // 1
  /** Computed from the faces, then handed over. */
  normal?: (normal: V3, point: V3, index: number) => V3;
}

/** A part of all the faces, or of those with one tag; its normals see the others too. */
export function makePart(poly: Poly, look: PartLook, tag?: string): Part {
  const { pull, material, uv = () => [0, 0], edge = () => 1, normal = (n) => n } = look;
  const normals = smoothNormals(poly);
  const faces = poly.faces.filter((_, f) => tag === undefined || poly.tags[f] === tag);
  const used = [...new Set(faces.flat())].sort((a, b) => a - b);
  const places = new Map(used.map((old, i) => [old, i]));
  return {
    material,
    positions: used.map((i) => poly.points[i]),
    normals: used.map((i) => unit(normal(normals[i], poly.points[i], i))),
    uvs: used.map((i) => uv(poly.points[i], i)),
    faces: faces.map((face) => face.map((i) => places.get(i)!)),
    pulls: used.map((i) => pull(poly.points[i], i)),
    edges: used.map((i) => edge(poly.points[i], i)),
  };
}

/** The same on her other side. */
export function mirroredPart(part: Part): Part {
  const flip = ([x, y, z]: V3): V3 => [-x, y, z];
  return {
    ...part,
    positions: part.positions.map(flip),
    normals: part.normals.map(flip),
    faces: part.faces.map((face) => face.toReversed()),
    pulls: part.pulls.map(mirroredPull),
  };
}

export function mirroredPull(pull: Pull): Pull {
  return Object.fromEntries(Object.entries(pull).map(([name, weight]) => [oppositeName(name), weight]));
}

/** What one sees from inside: turned over and a bit smaller. */
export function lining(poly: Poly, inset: number): Poly {
  const normals = smoothNormals(poly);
  return turnedOver({
    ...poly,
    points: poly.points.map((point, i) => add(point, scale(normals[i], -inset))),
  });
}
