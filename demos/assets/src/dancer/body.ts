import type { Part } from '../mesh/part.js';
import { makePart } from '../mesh/part.js';
import { addPoints, bridge, facingOutwards, type Poly } from '../mesh/poly.js';
import { subdivide } from '../mesh/subdivide.js';
import { mean, mix, radians, smoothstep, type V3 } from '../mesh/vector.js';
import { type ArmRing, trunkWithArms, type TrunkRing } from './body-cage.js';
import { type Swatch, swatched } from './palette.js';
import { armPull, bothHalves, hipPull, legPull, torsoPull } from './weights.js';

/* Tags: skin, top, shorts, sock; hidden is under clothes and left out. */

// prettier-ignore
const TRUNK: readonly TrunkRing[] = [
  { y: 10.05, x: 1.42, front: 0.8, back: 0.98, tag: 'shorts' },
  { y: 10.7, x: 1.38, front: 0.78, back: 1.0, tag: 'shorts' },
  { y: 11.4, x: 1.17, front: 0.74, back: 0.84, tag: 'shorts' },
  { y: 12.0, x: 0.97, front: 0.68, back: 0.68, tag: 'top' },
  { y: 12.5, x: 0.92, front: 0.66, back: 0.64, tag: 'top' },
  { y: 13.1, x: 0.95, front: 0.76, back: 0.64, tag: 'top' },
  { y: 13.7, x: 0.98, front: 1.0, back: 0.66, square: 2.3, tag: 'top' },
  { y: 14.05, x: 1.0, front: 1.06, back: 0.68, square: 2.3, tag: 'top' },
  { y: 14.5, x: 1.02, front: 0.86, back: 0.68, square: 2.2, tag: 'top' },
  { y: 15.02, x: 0.98, front: 0.58, back: 0.6, tag: 'skin' },
  { y: 15.3, x: 0.66, front: 0.42, back: 0.5, middle: 0.2, tag: 'skin' },
  { y: 15.52, x: 0.44, front: 0.38, back: 0.4, middle: 0.24, tag: 'skin' },
  { y: 15.9, x: 0.39, front: 0.37, back: 0.38, middle: 0.24, tag: 'skin' },
  { y: 16.5, x: 0.4, front: 0.38, back: 0.4, middle: 0.2, tag: 'skin' },
];

// prettier-ignore
const ARM: readonly ArmRing[] = [
  { along: 0.22, radius: 0.46, tag: 'hidden' },
  { along: 0.6, radius: 0.43, tag: 'hidden' },
  { along: 1.05, radius: 0.4, tag: 'hidden' },
  { along: 1.5, radius: 0.37, tag: 'skin' },
  { along: 1.95, radius: 0.345, tag: 'skin' },
  { along: 2.35, radius: 0.325, tag: 'skin' },
  { along: 2.6, radius: 0.318, front: -0.015, tag: 'skin' },
  { along: 2.8, radius: 0.318, front: -0.05, tag: 'skin' },
  { along: 3.05, radius: 0.325, tag: 'skin' },
  { along: 3.4, radius: 0.33, tag: 'skin' },
  { along: 3.85, radius: 0.3, tag: 'skin' },
];

/** Slices of the left leg: how high, half width, half depth, where its middle is. */
// prettier-ignore
const LEG: readonly { y: number; x: number; z: number; at: [x: number, z: number]; tag: string }[] = [
  { y: 9.3, x: 0.69, z: 0.78, at: [0.8, 0.13], tag: 'shorts' },
  { y: 8.7, x: 0.67, z: 0.75, at: [0.82, 0.1], tag: 'skin' },
  { y: 7.9, x: 0.61, z: 0.67, at: [0.86, 0.04], tag: 'skin' },
  { y: 7.1, x: 0.54, z: 0.58, at: [0.9, -0.02], tag: 'skin' },
  { y: 6.93, x: 0.535, z: 0.575, at: [0.9, -0.025], tag: 'band' },
  { y: 6.4, x: 0.48, z: 0.51, at: [0.92, -0.06], tag: 'sock' },
  { y: 6.0, x: 0.44, z: 0.46, at: [0.92, -0.1], tag: 'sock' },
  { y: 5.7, x: 0.42, z: 0.45, at: [0.92, -0.11], tag: 'sock' },
  { y: 5.4, x: 0.415, z: 0.43, at: [0.92, -0.05], tag: 'sock' },
  { y: 4.95, x: 0.45, z: 0.48, at: [0.93, 0.06], tag: 'sock' },
  { y: 4.3, x: 0.455, z: 0.49, at: [0.94, 0.16], tag: 'sock' },
  { y: 3.6, x: 0.395, z: 0.43, at: [0.93, 0.2], tag: 'sock' },
  { y: 2.9, x: 0.33, z: 0.36, at: [0.92, 0.25], tag: 'sock' },
];

const COVERINGS: readonly (readonly [tag: string, material: string, swatch: Swatch])[] = [
  ['skin', 'skin', 'skin'],
  ['shorts', 'under', 'night'],
  ['sock', 'under', 'night'],
  ['band', 'under', 'gold'],
];

const TRUNK_ARMPIT = 7;

/** Trunk, arms and legs from one cage; each of its coverings is a part. */
export function createBody(): Part[] {
  const { poly, trunk } = trunkWithArms(TRUNK, TRUNK_ARMPIT, ARM);
  addLegs(poly, trunk[0]);
  const smooth = withoutShoulders(facingOutwards(subdivide(poly)));
  const pull = bothHalves((point) =>
    point[1] < 12.8 && point[0] < 1.6 ? lowerPull(point) : torsoPull(point),
  );
  const top = makePart(
    smooth,
    { material: 'bib', pull, uv: ([x, y]) => [0.5 + x / 2.2, (15 - y) / 3.2] },
    'top',
  );
  const rest = COVERINGS.map(([tag, material, swatch]) =>
    swatched(makePart(smooth, { material, pull, normal: neckNormal }, tag), swatch),
  );
  return [top, ...rest];
}

/** The normals under the chin point half down, so that this narrow place is shaded without a shadow map. */
function neckNormal(normal: V3, [x, y]: V3): V3 {
  const share = Math.abs(x) < 0.6 ? 0.56 * smoothstep(15.6, 15.85, y) : 0;
  return mix(normal, [0, -1, 0], share);
}

/** Removes the faces that the coat covers in any pose, because they would show through its folds. */
function withoutShoulders(poly: Poly): Poly {
  const tags = poly.faces.map((face, f) => {
    const [x, y] = mean(face.map((i) => poly.points[i]));
    const isCovered = Math.abs(x) > 0.72 && Math.abs(x) < 1.9 && y > 14.1 && y < 15.6;
    return isCovered ? 'hidden' : poly.tags[f];
  });
  return { ...poly, tags };
}

function lowerPull(point: V3): ReturnType<typeof armPull> {
  return point[1] < 8.6 ? legPull(point) : hipPull(point);
}

/** The lowest ring of the trunk parts into two, with a point between the legs. */
function addLegs(poly: Poly, hem: readonly number[]): void {
  const [crotch] = addPoints(poly, [[0, 9.72, 0.16]]);
  const tops = [
    [6, 5, 4, 3, 2, 1, 0],
    [0, 11, 10, 9, 8, 7, 6],
  ].map((columns) => [...columns.map((column) => hem[column]), crotch]);
  tops.forEach((top, side) => {
    let from = top;
    for (const { y, x, z, at, tag } of LEG) {
      const ring = Array.from({ length: 8 }, (_, i): V3 => {
        // Degrees from the front to her left; the left leg's ring begins behind, within.
        const angle = radians(side === 0 ? 225 - 45 * i : 45 - 45 * i);
        const middle = side === 0 ? at[0] : -at[0];
        return [middle + Math.sin(angle) * x, y, at[1] - Math.cos(angle) * z];
      });
      const to = addPoints(poly, ring);
      bridge(poly, from, to, tag, true);
      from = to;
    }
  });
}
