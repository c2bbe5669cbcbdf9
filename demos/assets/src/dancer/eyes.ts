import type { Part } from '../mesh/part.js';
import { lerp, type V2 } from '../mesh/vector.js';
import { EYE, type FacePoint, IRIS } from './expression.js';
import { eyeRim, facePart, faceUv, gridFaces } from './face.js';
import { type Swatch, swatched } from './palette.js';

const SIDES = [1, -1] as const;

/** The whites, the lids' thickness round them, and the irises, which the eye bones turn. */
export function createEyes(): Part[] {
  return SIDES.flatMap((side) => [white(side), rim(side), iris(side)]);
}

/** Lashes and the crease above them, brows, and the line of the lower lid. */
export function createLashesAndBrows(): Part[] {
  return SIDES.flatMap((side) => [upperLash(side), lowerLash(side), crease(side), brow(side)]);
}

/** Rings of points, the last one a point: joined into quads and a fan; seen from the front. */
function disc(rings: readonly V2[][], side: number): { places: V2[]; faces: number[][] } {
  const count = rings[0].length;
  const places = rings.flat();
  const faces: number[][] = [];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let i = 0; i < count; i++) {
      const next = (i + 1) % count;
      faces.push([r * count + i, (r + 1) * count + i, (r + 1) * count + next, r * count + next]);
    }
  }
  const last = rings[rings.length - 1];
  places.push([0, 1].map((axis) => last.reduce((sum, p) => sum + p[axis], 0) / count) as V2);
  const start = (rings.length - 1) * count;
  for (let i = 0; i < count; i++) faces.push([start + i, places.length - 1, start + ((i + 1) % count)]);
  return { places, faces: side > 0 ? faces.map((face) => face.toReversed()) : faces };
}

/** How large, and how far behind the skin: a shallow bowl. */
const WHITE_RINGS = [[1.12, -0.09], [0.8, -0.16], [0.4, -0.19]] as const; // prettier-ignore

function white(side: number): Part {
  const rings = WHITE_RINGS.map(([size]) => eyeRim(side, size));
  const { places, faces } = disc(rings, -side);
  const offAt = (i: number): number =>
    WHITE_RINGS[Math.min(Math.floor(i / rings[0].length), WHITE_RINGS.length - 1)][1];
  const points = places.map(([x, y], i): FacePoint => ({ kind: 'iris', x, y, off: offAt(i) }));
  const still = facePart('eye', points, faces);
  return {
    ...still,
    morphs: new Map(),
    uvs: places.map(([x, y]): V2 => [0.25 + ((Math.abs(x) - EYE.x) / 0.72) * 0.5, 0.5 + (EYE.y - y) / 0.72]),
  };
}

/** The thickness of the lids, from the rim inwards. */
function rim(side: number): Part {
  const count = 24;
  const outer = eyeRim(side, 1).map(([x, y]): FacePoint => ({ kind: 'skin', x, y, off: 0 }));
  const inner = eyeRim(side, 1.02).map(([x, y]): FacePoint => ({ kind: 'skin', x, y, off: -0.1 }));
  const faces = outer.map((_, i) => {
    const next = (i + 1) % count;
    const face = [i, next, count + next, count + i];
    return side > 0 ? face.toReversed() : face;
  });
  const part = facePart('face', [...outer, ...inner], faces);
  return { ...part, uvs: part.positions.map(faceUv) };
}

function iris(side: number): Part {
  const [width, height] = [0.243, 0.298];
  const ring = (size: number): V2[] =>
    Array.from({ length: 20 }, (_, i) => {
      const angle = (i / 20) * 2 * Math.PI;
      return [side * (IRIS.x - Math.cos(angle) * width * size), IRIS.y + Math.sin(angle) * height * size];
    });
  const { places, faces } = disc([1, 0.6].map(ring), -side);
  const points = places.map(([x, y]): FacePoint => ({ kind: 'iris', x, y, off: -0.08 }));
  const part = facePart('iris', points, faces, side > 0 ? '左目' : '右目');
  // The same way round in both eyes: light comes from one side.
  part.uvs = places.map(([x, y]): V2 => [
    0.5 + (x - side * IRIS.x) / (2 * width),
    0.5 - (y - IRIS.y) / (2 * height),
  ]);
  return part;
}

/** A band between two lines, from left to right and bottom to top for her left eye. */
function band(swatch: Swatch, side: number, count: number, at: (share: number) => FacePoint[]): Part {
  const columns = Array.from({ length: count + 1 }, (_, i) => at(i / count));
  const rows = columns[0].length;
  const points: FacePoint[] = [];
  for (let row = 0; row < rows; row++) {
    for (const column of columns) {
      const point = column[row];
      points.push(point.kind === 'mouth' ? point : { ...point, x: side * point.x });
    }
  }
  const faces = gridFaces(rows, count + 1);
  return swatched(
    facePart('lash', points, side > 0 ? faces : faces.map((face) => face.toReversed())),
    swatch,
  );
}

function upperLash(side: number): Part {
  return band('line', side, 20, (share) => {
    const s = lerp(-1, 1.0, share);
    const x = EYE.x + s * EYE.halfWidth;
    const flick = Math.max(share - 0.72, 0) / 0.28;
    // Thicker outwards, then all lines run together in a tip that points up and out.
    const thick = (0.03 + 0.062 * share ** 1.3) * (1 - flick ** 3) * Math.min(1, share * 6 + 0.15);
    const point = (above: number, off: number): FacePoint => ({
      kind: 'lash',
      x: x + flick ** 2 * 0.105,
      s,
      above,
      flick: flick ** 2 * 0.075,
      folds: false,
      off,
    });
    return [point(-0.025 * (1 - flick ** 3), 0.012), point(thick * 0.5, 0.03), point(thick, 0.024)];
  });
}

function lowerLash(side: number): Part {
  return band('line', side, 10, (share) => {
    const s = lerp(-0.35, 0.97, share);
    const x = EYE.x + s * EYE.halfWidth;
    const thick = 0.028 * Math.sin(Math.PI * (share * 0.93 + 0.03)) ** 0.7;
    const point = (above: number, off: number): FacePoint => ({ kind: 'lowerLash', x, s, above, off });
    return [point(-thick, 0.012), point(0.006, 0.014)];
  });
}

function crease(side: number): Part {
  return band('line', side, 12, (share) => {
    const s = lerp(-0.62, 0.9, share);
    const x = EYE.x + s * (EYE.halfWidth + 0.02);
    const thick = 0.013 * Math.sin(Math.PI * share);
    return [-thick, thick].map((half) => ({
      kind: 'lash',
      x,
      s,
      above: 0.12 + 0.015 * share + half,
      flick: 0,
      folds: true,
      off: 0.009,
    }));
  });
}

function brow(side: number): Part {
  return band('brow', side, 12, (share) => {
    const s = lerp(-1, 1, share);
    const x = 0.53 + s * 0.31;
    const y = 17.83 + 0.075 * (1 - (s - 0.15) ** 2) - 0.01 * s;
    const thick = 0.038 * (share < 0.12 ? 0.55 + share * 3.75 : 1 - ((share - 0.12) / 0.88) ** 2.2);
    const point = (dy: number): FacePoint => ({ kind: 'brow', x, y: y + dy, off: 0.022, s });
    return [point(-thick), point(thick)];
  });
}
