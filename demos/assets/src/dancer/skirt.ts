import { lining, makePart, type Part, type Pull } from '../mesh/part.js';
import { addPoints, bridge, emptyPoly, type Poly, turnedOver } from '../mesh/poly.js';
import { spline } from '../mesh/spline.js';
import { clamp, lerp, radians, type V3 } from '../mesh/vector.js';
import { SKIRT_RINGS, SKIRT_STRANDS } from './bone-table.js';
import { swatched } from './palette.js';
import { blend, chainPull } from './weights.js';

const PLEATS = 24;
/** Points across a pleat: out, a sharp fold, and back under the next one. */
const FOLD: readonly (readonly [share: number, out: number])[] = [
  [0, 0.02],
  [0.32, 0.09],
  [0.66, 0.1],
  [0.78, -0.1],
];
const ROWS = 7;
/** At the waist it goes under the sash. */
const TUCK = 0.06;

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
    pull: (point, i) => skirtPull(point[1], turns[i] * 360),
    uv: ([, y]) => [0.5, (12.0 - y) / 3.92],
  });
  const inside = makePart(lining(poly, 0.03), {
    material: 'lining',
    pull: (point, i) => skirtPull(point[1], turns[i] * 360),
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
  const rings = Array.from({ length: ROWS + 1 }, (_, row) => {
    const share = row / ROWS;
    const y = lerp(11.84, 8.1, share);
    const depth = 0.04 + 1.3 * share ** 0.8;
    return addPoints(
      poly,
      Array.from({ length: PLEATS * FOLD.length }, (_unused, i): V3 => {
        const angle = radians(turnOf(i) * 360);
        const out = FOLD[i % FOLD.length][1] * depth;
        const [s, c] = [Math.sin(angle), Math.cos(angle)];
        return [
          (halfX(y) - TUCK * (1 - share) ** 6 + out) * s,
          y,
          middle(y) - (halfZ(y) - TUCK * (1 - share) ** 6 + out) * c,
        ];
      }),
    );
  });
  for (let row = 0; row < ROWS; row++) bridge(poly, rings[row + 1], rings[row], 'pleats', true);
  return turnedOver(poly);
}

/** The two strands nearest, each by how far down it is. */
export function skirtPull(y: number, degrees: number): Pull {
  const around = ((degrees % 360) + 360) % 360;
  const place = around / 30 - 0.5;
  const first = Math.floor(place);
  const down = downStrand(y);
  const pulls = [first, first + 1].map((i) => strandPull(((i % 12) + 12) % 12, down));
  return blend(pulls[0], pulls[1], smooth(place - first));
}

const smooth = (t: number): number => t * t * (3 - 2 * t);

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
