import { loft } from '../mesh/loft.js';
import { makePart, mirroredPart, type Part } from '../mesh/part.js';
import { facingOutwards } from '../mesh/poly.js';
import { radians, type V3 } from '../mesh/vector.js';
import { onArm } from './bone-table.js';
import { type Swatch, swatched } from './palette.js';
import { armPull } from './weights.js';

const SIDES = 16;

/** How far along, radius, and the colour from there on. */
// prettier-ignore
const RINGS: readonly (readonly [along: number, radius: number, swatch: Swatch])[] = [
  [3.3, 0.3, 'gold'], [3.26, 0.345, 'gold'], [3.3, 0.375, 'gold'], [3.42, 0.37, 'gold'], [3.44, 0.352, 'indigo'],
  [3.8, 0.338, 'indigo'], [4.2, 0.312, 'indigo'], [4.6, 0.272, 'indigo'], [4.86, 0.24, 'gold'], [4.88, 0.262, 'gold'],
  [5.02, 0.262, 'gold'], [5.04, 0.235, 'indigo'], [5.14, 0.225, 'indigo'], [5.22, 0.2, 'indigo'],
];

/** Cloth from below the elbows to the wrists, bound with gold. */
export function createArmCovers(): Part[] {
  const rings = RINGS.map(([along, radius]) =>
    Array.from({ length: SIDES }, (_, i): V3 => {
      const angle = radians((360 * i) / SIDES);
      return onArm(along, Math.cos(angle) * radius, Math.sin(angle) * radius);
    }),
  );
  const poly = facingOutwards(loft(rings, { tag: (gap) => RINGS[gap][2] }));
  return (['gold', 'indigo'] as const)
    .map((swatch) => swatched(makePart(poly, { material: 'glove', pull: armPull }, swatch), swatch))
    .flatMap((part) => [part, mirroredPart(part)]);
}
