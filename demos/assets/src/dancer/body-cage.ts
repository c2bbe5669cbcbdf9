import { rounded } from '../mesh/loft.js';
import { addPoints, bridge, emptyPoly, type Poly } from '../mesh/poly.js';
import { radians, type V3 } from '../mesh/vector.js';
import { mirrored, onArm } from './bone-table.js';

/** A slice of the trunk: half width, depth to the front and to the back of (0, y, middle). */
export interface TrunkRing {
  y: number;
  x: number;
  front: number;
  back: number;
  middle?: number; // 0.12
  square?: number; // 2.2
  tag: string;
}

/** A slice of an arm: how far along, its radius, how much deeper it hangs below, and where its middle is. */
export interface ArmRing {
  along: number;
  radius: number;
  below?: number; // radius
  front?: number; // 0: how far its middle lies to the front
  up?: number; // 0
  tag: string;
}

/** Where the twelve columns of the trunk are, degrees from the front to her left. */
export const COLUMNS: readonly number[] = Array.from({ length: 12 }, (_, i) => 30 * i);

export function trunkPoint(ring: TrunkRing, degrees: number): V3 {
  const { y, x, front, back, middle = 0.12, square = 2.2 } = ring;
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return [rounded(s, square) * x, y, middle - rounded(c, square) * (c > 0 ? front : back)];
}

/**
 * Rings of the trunk from below, with an arm at each side: the four faces between the rings `armpit`, the
 * next and the one above, two columns wide, give way to a tube of eight sides.
 */
export function trunkWithArms(
  rings: readonly TrunkRing[],
  armpit: number,
  arm: readonly ArmRing[],
  columns: (ring: TrunkRing) => readonly number[] = () => COLUMNS,
): { poly: Poly; trunk: number[][]; arms: number[][][] } {
  const poly = emptyPoly();
  const trunk = rings.map((ring) =>
    addPoints(
      poly,
      columns(ring).map((angle) => trunkPoint(ring, angle)),
    ),
  );
  // An odd number of columns is open in front.
  const count = trunk[0].length;
  const isClosed = count === COLUMNS.length;
  const isHole = (row: number, column: number): boolean =>
    (row === armpit || row === armpit + 1) && [2, 3, 8, 9].includes(column);
  for (let row = 0; row + 1 < trunk.length; row++) {
    for (let column = 0; column < (isClosed ? count : count - 1); column++) {
      if (isHole(row, column)) continue;
      const next = (column + 1) % count;
      poly.faces.push([trunk[row][column], trunk[row][next], trunk[row + 1][next], trunk[row + 1][column]]);
      poly.tags.push(rings[row].tag);
    }
  }
  const [low, mid, high] = trunk.slice(armpit, armpit + 3);
  // prettier-ignore
  const holes = [2, 8].map((k) => [low[k], low[k + 1], low[k + 2], mid[k + 2], high[k + 2], high[k + 1], high[k], mid[k]]);
  const arms = holes.map((hole, side) => {
    const tube = [hole];
    for (const ring of arm) {
      tube.push(addPoints(poly, armPoints(ring, side === 1)));
      const [from, to] = tube.slice(-2);
      bridge(poly, from, to, ring.tag, true);
    }
    return tube;
  });
  return { poly, trunk, arms };
}

/**
 * In the order of the hole: below at the front, below, below at the back, back, above …; the right one goes
 * round alike.
 */
function armPoints(
  { along, radius, below = radius, front: shift = 0, up: rise = 0 }: ArmRing,
  isRight: boolean,
): V3[] {
  return Array.from({ length: 8 }, (_, i) => {
    // Degrees from below to the back; the right arm's ring begins at its back.
    const angle = radians(isRight ? 45 - 45 * i : -45 + 45 * i);
    const down = Math.cos(angle);
    const point = onArm(along, shift - Math.sin(angle) * radius, rise - down * (down > 0 ? below : radius));
    return isRight ? mirrored(point) : point;
  });
}
