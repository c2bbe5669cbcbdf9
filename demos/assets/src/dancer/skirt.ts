import { lining, makePart, type Part, type Pull } from '../mesh/part.js';
import { addPoints, bridge, emptyPoly, type Poly, turnedOver } from '../mesh/poly.js';
import { spline } from '../mesh/spline.js';
import { clamp, radians, smoothstep, type V3 } from '../mesh/vector.js';
import { SKIRT_RINGS, SKIRT_STRANDS } from './bone-table.js';
import { swatched } from './palette.js';
import { beltPull, blend, chainPull } from './weights.js';

const PLEATS = 24;
/** Points across a pleat: out, a sharp fold, and back under the next one. */
const FOLD: readonly (readonly [share: number, out: number])[] = [
  [0, 0.03],
  [0.32, 0.075],
  [0.66, 0.085],
  [0.78, -0.03],
];
/** Rows of points; the first two lie under the sash, whose lower edge is at 11.52. */
const ROWS = [11.92, 11.56, 11.2, 10.65, 10.05, 9.4, 8.75, 8.1];
/** Below this height, the skirt follows only its strands. */
const HIPS_END = 9.6;
/** By how much it is narrower under the sash. */
const TUCK = 0.17;
/**
 * Where each point of a pleat lies across the texture, which goes to and fro, so that it needs no seam: from
 * the middle of the pleat out to its fold and back.
 */
const ACROSS = [0.86, 0.12, 0.97, 0.935];
/** A pleat's outline is that of its fold: in its valley there is none. */
const EDGES = [0.5, 1, 1, 0];

const heights = SKIRT_RINGS.map(({ y }) => -y);
const profile = (key: 'x' | 'z' | 'middle'): ((y: number) => number) => {
  const at = spline(
    heights,
    SKIRT_RINGS.map((ring) => ring[key]),
  );
  return (y) => at(-y);
};
const [halfX, halfZ, middle] = [profile('x'), profile('z'), profile('middle')];

/** A pleated skirt, and its lining. */
export function createSkirt(): Part[] {
  const poly = pleats();
  const columns = PLEATS * FOLD.length;
  const turns: number[] = [];
  for (let i = 0; i < poly.points.length; i++) turns.push(turnOf(i % columns));
  const outside = makePart(poly, {
    material: 'skirt',
    pull: (point, i) => skirtPull(point, turns[i] * 360),
    uv: ([, y], i) => [ACROSS[i % FOLD.length], (12.0 - y) / 3.92],
    edge: (_point, i) => (i < 2 * columns ? 0 : EDGES[i % FOLD.length]),
  });
  const inside = makePart(lining(poly, 0.03), {
    material: 'lining',
    pull: (point, i) => skirtPull(point, turns[i] * 360),
    edge: () => 0,
  });
  return [outside, swatched(inside, 'night')];
}

/** Of a column: 0 to 1 round the waist. */
function turnOf(column: number): number {
  return (Math.floor(column / FOLD.length) + FOLD[column % FOLD.length][0]) / PLEATS;
}

function pleats(): Poly {
  const poly = emptyPoly();
  const rings = ROWS.map((y) => {
    const depth = 0.04 + 1.3 * clamp((11.56 - y) / 3.46) ** 1.3;
    const tuck = TUCK * smoothstep(11.1, 11.56, y);
    return addPoints(
      poly,
      Array.from({ length: PLEATS * FOLD.length }, (_unused, i): V3 => {
        const angle = radians(turnOf(i) * 360);
        const out = FOLD[i % FOLD.length][1] * depth;
        const [s, c] = [Math.sin(angle), Math.cos(angle)];
        return [(halfX(y) - tuck + out) * s, y, middle(y) - (halfZ(y) - tuck + out) * c];
      }),
    );
  });
  for (let row = 0; row + 1 < ROWS.length; row++) bridge(poly, rings[row + 1], rings[row], 'pleats', true);
  return turnedOver(poly);
}

/**
 * Under the sash it goes with that; below, with the two strands nearest, each by how far down it is. The
 * strands take over slowly, for cloth lies on hips that stay: where a leg goes back, they would press it
 * through the belly.
 */
function skirtPull(point: V3, degrees: number): Pull {
  return blend(beltPull(point), strandsPull(point[1], degrees), smoothstep(11.56, HIPS_END, point[1]));
}

function strandsPull(y: number, degrees: number): Pull {
  const around = ((degrees % 360) + 360) % 360;
  const place = around / 30 - 0.5;
  const first = Math.floor(place);
  const down = downStrand(y);
  const pulls = [first, first + 1].map((i) => strandPull(((i % 12) + 12) % 12, down));
  return blend(pulls[0], pulls[1], smoothstep(0, 1, place - first));
}

/** 0 to 3 from the waist to the hem. */
function downStrand(y: number): number {
  for (let i = 0; i + 1 < SKIRT_RINGS.length; i++) {
    const [top, bottom] = [SKIRT_RINGS[i].y, SKIRT_RINGS[i + 1].y];
    if (y >= bottom) return i + clamp((top - y) / (top - bottom), 0, 1);
  }
  return SKIRT_RINGS.length - 1;
}

/** Strands 0 to 5 are on the left from the front, 6 to 11 on the right from the back. */
function strandPull(strand: number, down: number): Pull {
  const isLeft = strand < SKIRT_STRANDS;
  const number = isLeft ? strand + 1 : 2 * SKIRT_STRANDS - strand;
  const names = [1, 2, 3].map((joint) => `${isLeft ? '左' : '右'}スカート${number}_${joint}`);
  return chainPull(names, down, '下半身');
}
