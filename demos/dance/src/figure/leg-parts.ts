import { type BufferGeometry, Vector3 } from 'three';
import { restPosition } from './bone-table.js';
import { DOWN, FORWARD, SIDEWAYS, uprightTube } from './limb.js';
import { bothSides } from './mirror-part.js';
import type { Fabric } from './palette.js';
import { type Measure, ringsThrough, tube } from './tube.js';
import { weighAlong, weighWith } from './weigh.js';

const HIP = restPosition('左足');
const UP = new Vector3(0, 1, 0);
const legWeights = weighAlong(['左足', '左ひざ', '左足首'], DOWN, 0.5);

/** Legs, stockings and shoes. */
export function legParts(): Partial<Record<Fabric, BufferGeometry[]>> {
  return {
    skin: bothSides(
      upright(
        [
          [-0.4, 0.5, 0.6],
          [0.6, 0.7, 0.72],
          [2.5, 0.62, 0.66, 0.06],
          [4.2, 0.5, 0.54, 0.1],
          [4.5, 0.44, 0.48, 0.12],
        ],
        20,
      ),
    ),
    stocking: bothSides(
      upright(
        [
          [4.05, 0.46, 0.48, 0.1],
          [4.08, 0.57, 0.61, 0.1],
          [4.3, 0.56, 0.6, 0.1],
          [4.9, 0.52, 0.53, 0.14],
          [6.3, 0.54, 0.58, -0.08],
          [8.3, 0.38, 0.4, -0.2],
          [9.4, 0.33, 0.36, -0.22],
          [10.4, 0.34, 0.42, -0.2],
        ],
        34,
      ),
    ),
    dress: bothSides(shoe(SHOE)),
    ribbon: bothSides(strap()),
    trim: bothSides(shoe(SOLE)),
  };
}

function upright(measures: readonly Measure[], rows: number): BufferGeometry {
  return uprightTube(measures, HIP, { weigh: legWeights, rows });
}

/** From the heel to the toes, with `shift` as the height. */
const SHOE: readonly Measure[] = [
  [-0.72, 0.05, 0.1, 0.42],
  [-0.68, 0.26, 0.34, 0.46],
  [-0.4, 0.4, 0.48, 0.5],
  [0.2, 0.42, 0.42, 0.46],
  [0.9, 0.5, 0.32, 0.36],
  [1.35, 0.42, 0.24, 0.3],
  [1.56, 0.22, 0.16, 0.27],
  [1.6, 0.04, 0.05, 0.26],
];

const SOLE: readonly Measure[] = [
  [-0.76, 0.04, 0.06, 0.08],
  [-0.7, 0.32, 0.09, 0.09],
  [-0.35, 0.42, 0.1, 0.1],
  [0.3, 0.42, 0.1, 0.1],
  [0.95, 0.53, 0.1, 0.1],
  [1.42, 0.44, 0.1, 0.1],
  [1.62, 0.2, 0.09, 0.09],
  [1.66, 0.04, 0.05, 0.08],
];

function shoe(measures: readonly Measure[]): BufferGeometry {
  const origin = new Vector3(HIP.x, 0, -0.22);
  const rings = ringsThrough(measures, 24, origin, FORWARD, UP);
  const weigh = weighAlong(['左足首', '左つま先'], FORWARD, 0.25);
  return tube({ rings, segments: 20, sideAxis: SIDEWAYS, frontAxis: UP, weigh });
}

function strap(): BufferGeometry {
  const measures: readonly Measure[] = [
    [9.75, 0.3, 0.34, -0.22],
    [9.78, 0.39, 0.43, -0.22],
    [9.98, 0.4, 0.45, -0.2],
    [10.01, 0.3, 0.34, -0.2],
  ];
  return uprightTube(measures, HIP, { weigh: weighWith('左足首'), rows: 8 });
}
