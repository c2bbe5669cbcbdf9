import type { Part } from '../mesh/part.js';
import { lerp } from '../mesh/vector.js';
import type { FacePoint } from './expression.js';
import { facePart, gridFaces } from './face.js';
import { type Swatch, swatched } from './palette.js';

const inside = (s: number, v: number, off: number): FacePoint => ({ kind: 'mouth', s, v, off });

/**
 * What is behind the lips, drawn one after the other: the throat, the tongue, the teeth; then the line of the
 * lips.
 */
export function createMouth(): Part[] {
  return [throat(), tongue(), teeth(), lipLine()];
}

/** A bag: from the lips back. */
function throat(): Part {
  const count = 20;
  const rings = [[1, 1, 0], [1.06, 1.25, -0.09], [0.9, 1, -0.26], [0.45, 0.5, -0.34]].map(([width, height, off]) =>
    Array.from({ length: count }, (_, i) => {
      const angle = (i / count) * 2 * Math.PI;
      const v = 0.5 + (angle <= Math.PI ? 0.5 : -0.5) * height;
      return inside(-Math.cos(angle) * width, v, off);
    }),
  ); // prettier-ignore
  const faces: number[][] = [];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let i = 0; i < count; i++) {
      const next = (i + 1) % count;
      faces.push([r * count + i, (r + 1) * count + i, (r + 1) * count + next, r * count + next]);
    }
  }
  const points = rings.flat();
  const back = points.push(inside(0, 0.5, -0.34)) - 1;
  for (let i = 0; i < count; i++) faces.push([3 * count + i, back, 3 * count + ((i + 1) % count)]);
  return swatched(
    facePart(
      'mouth',
      points,
      faces.map((face) => face.toReversed()),
    ),
    'mouth',
  );
}

/** Rows of points across the mouth. */
function sheet(
  material: string,
  swatch: Swatch,
  columns: number,
  rows: readonly ((share: number) => FacePoint)[],
): Part {
  const points = rows.flatMap((row) => Array.from({ length: columns + 1 }, (_, i) => row(i / columns)));
  return swatched(facePart(material, points, gridFaces(rows.length, columns + 1)), swatch);
}

function tongue(): Part {
  const across = (share: number): number => lerp(-0.62, 0.62, share);
  const height = (share: number): number => 0.44 * (1 - (2 * share - 1) ** 2) ** 0.5;
  return sheet('mouth', 'tongue', 10, [
    (share) => inside(across(share), -0.1, -0.14),
    (share) => inside(across(share), height(share) * 0.6 - 0.05, -0.1),
    (share) => inside(across(share), height(share), -0.15),
  ]);
}

function teeth(): Part {
  const across = (share: number): number => lerp(-0.78, 0.78, share);
  return sheet('mouth', 'teeth', 10, [
    (share) => inside(across(share), 0.8 + 0.1 * (2 * share - 1) ** 2, -0.05),
    (share) => inside(across(share), 1.08, -0.05),
  ]);
}

/** Drawn along the upper lip: what one sees of a mouth that is shut. */
function lipLine(): Part {
  const part = sheet('lash', 'line', 16, [
    (share) => inside(lerp(-1.04, 1.04, share), 0.98, 0.008),
    (share) => inside(lerp(-1.04, 1.04, share), 0.98, 0.008),
  ]);
  // A constant breadth, thin at the ends, whatever the mouth does.
  const half = part.positions.length / 2;
  part.positions = part.positions.map(([x, y, z], i) => {
    const share = (i % half) / (half - 1);
    const thick = 0.011 * Math.sin(Math.PI * lerp(0.06, 0.94, share)) ** 0.5;
    return [x, y + (i < half ? -thick : thick), z];
  });
  return part;
}
