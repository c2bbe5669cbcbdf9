import { oppositeName } from './opposite-name.js';
import { type Poly, smoothNormals, turnedOver } from './poly.js';
import { add, scale, unit, type V2, type V3 } from './vector.js';

/** Bone weights by name. Their sum may differ from 1. */
export type Pull = Readonly<Record<string, number>>;

/** A part of the model with one material. */
export interface Part {
  material: string;
  positions: V3[];
  normals: V3[];
  uvs: V2[];
  /** Triangles and quads. */
  faces: number[][];
  pulls: Pull[];
  edges: number[];
  /** The vertex morphs: for each morph, an offset for each vertex, or undefined. */
  morphs?: Map<string, (V3 | undefined)[]>;
}

export interface PartLook {
  material: string;
  pull: (point: V3, index: number) => Pull;
  uv?: (point: V3, index: number) => V2; // (0, 0)
  edge?: (point: V3, index: number) => number; // 1
  /** Computed from the faces if undefined. */
  normal?: (normal: V3, point: V3, index: number) => V3;
}

/** A part with all faces, or with those of one tag. Its normals are computed with all faces. */
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

/** The mirrored part. */
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

/** The lining: the same faces, reversed and slightly smaller. */
export function lining(poly: Poly, inset: number): Poly {
  const normals = smoothNormals(poly);
  return turnedOver({
    ...poly,
    points: poly.points.map((point, i) => add(point, scale(normals[i], -inset))),
  });
}
