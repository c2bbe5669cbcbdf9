import { type BufferGeometry, MathUtils, Vector3 } from 'three';
import { boneIndex } from './bone-table.js';
import { DOWN, egg, uprightTube } from './limb.js';
import type { Fabric } from './palette.js';
import type { Measure, Weights } from './tube.js';
import { weighAlong, weighWith } from './weigh.js';

const UPPER = new Vector3(0, 16.4, 0);
const WAIST = new Vector3(0, 12.9, 0);

const BODICE: readonly Measure[] = [
  [0, 0.52, 0.46, -0.12],
  [0.25, 0.78, 0.54, -0.1],
  [0.55, 1.12, 0.62, -0.05],
  [1.0, 1.34, 0.8, 0],
  [1.8, 1.3, 0.98, 0.08],
  [2.7, 1.1, 0.88, 0.03],
  [3.6, 1.0, 0.8, 0],
  [4.4, 1.12, 0.92, 0],
  [5.2, 1.3, 1.0, 0],
];

const torsoWeights = weighAlong(['下半身', '上半身', '上半身2', '首'], DOWN.clone().negate(), 0.5);

/** Neck, bodice and sash, with the bow at the back. */
export function torsoParts(): Partial<Record<Fabric, BufferGeometry[]>> {
  const neck = uprightTube(
    [
      [0, 0.5, 0.5, 0.1],
      [0.9, 0.48, 0.46, -0.1],
      [1.4, 0.75, 0.5, -0.1],
    ],
    new Vector3(0, 17.3, 0),
    { weigh: weighAlong(['上半身2', '首', '頭'], DOWN.clone().negate(), 0.35), rows: 10 },
  );
  return {
    skin: [neck],
    dress: [uprightTube(BODICE, UPPER, { weigh: torsoWeights, rows: 30, segments: 32 }), ...skirt(0, 1)],
    trim: [sash(), ...bow(), ...skirt(0.93, 1.035)],
    cream: [collar(), ...petticoat()],
    ribbon: [cord()],
  };
}

function sash(): BufferGeometry {
  const measures: readonly Measure[] = [
    [-0.75, 1.14, 0.9],
    [-0.7, 1.2, 0.96],
    [-0.1, 1.14, 0.94],
    [0.4, 1.18, 0.97],
    [0.85, 1.3, 1.06],
    [0.9, 1.2, 1.0],
  ];
  return uprightTube(measures, WAIST, { weigh: torsoWeights, rows: 14, segments: 32 });
}

function cord(): BufferGeometry {
  const measures: readonly Measure[] = [
    [-0.02, 1.1, 0.9],
    [0.02, 1.23, 1.02],
    [0.1, 1.25, 1.04],
    [0.18, 1.23, 1.02],
    [0.22, 1.1, 0.9],
  ];
  return uprightTube(measures, WAIST, { weigh: torsoWeights, rows: 9, segments: 32 });
}

function collar(): BufferGeometry {
  const measures: readonly Measure[] = [
    [-0.12, 0.5, 0.46, -0.1],
    [-0.1, 0.62, 0.58, -0.1],
    [0.1, 0.72, 0.62, -0.08],
    [0.22, 0.86, 0.66, -0.06],
    [0.3, 0.7, 0.5, -0.06],
  ];
  return uprightTube(measures, UPPER, { weigh: torsoWeights, rows: 12, segments: 28 });
}

function bow(): BufferGeometry[] {
  const weigh = weighWith('上半身');
  const loops = [1, -1].map((side) => {
    const loop = egg(new Vector3(), [0.92, 0.5, 0.3], weigh);
    loop.rotateZ(side * 0.35);
    return loop.translate(side * 0.85, 13.25, -1.3);
  });
  const tails = [1, -1].map((side) =>
    uprightTube(
      [
        [0, 0.12, 0.1],
        [0.3, 0.26, 0.12],
        [2.4, 0.46, 0.08, -0.35],
        [2.9, 0.5, 0.06, -0.4],
        [2.95, 0.05, 0.02, -0.4],
      ],
      new Vector3(side * 0.4, 13.0, -1.35),
      { weigh: weighWith(side > 0 ? '左帯' : '右帯'), rows: 12, segments: 12 },
    ),
  );
  return [...loops, egg(new Vector3(0, 13.2, -1.3), [0.32, 0.36, 0.36], weigh), ...tails];
}

const SKIRT_TOP = 12.1;
const SKIRT_LENGTH = 4.3;
const SKIRT: readonly Measure[] = [
  [0, 1.15, 0.95],
  [0.5, 1.6, 1.42],
  [1.6, 2.2, 2.06],
  [3.2, 2.75, 2.6],
  [SKIRT_LENGTH, 3.05, 2.9],
];

/** The skirt from one share of its length to the end; `wider` lets a hem lie on it. */
function skirt(from: number, wider: number): BufferGeometry[] {
  const start = from * SKIRT_LENGTH;
  const measures: Measure[] =
    from === 0
      ? [...SKIRT]
      : [
          [start, 2.65 * wider, 2.5 * wider],
          [start + 0.02, 2.95 * wider, 2.8 * wider],
          [SKIRT_LENGTH + 0.04, 3.06 * wider, 2.91 * wider],
          [SKIRT_LENGTH + 0.06, 2.8 * wider, 2.65 * wider],
        ];
  const origin = new Vector3(0, SKIRT_TOP, 0);
  const ruffle = (angle: number, share: number): number =>
    1 + 0.045 * Math.sin(12 * angle) * (from + (1 - from) * share) ** 2;
  return [uprightTube(measures, origin, { weigh: skirtWeights, rows: from ? 8 : 20, segments: 96, ruffle })];
}

function petticoat(): BufferGeometry[] {
  const measures: readonly Measure[] = [
    [2.6, 2.2, 2.05],
    [SKIRT_LENGTH + 0.3, 2.86, 2.7],
    [SKIRT_LENGTH + 0.35, 2.8, 2.64],
    [SKIRT_LENGTH + 0.1, 2.7, 2.5],
  ].map(([along, side, front], i) => [along + (i === 3 ? 0.3 : 0), side, front] as const);
  const ruffle = (angle: number): number => 1 + 0.05 * Math.sin(24 * angle);
  return [
    uprightTube(measures, new Vector3(0, SKIRT_TOP, 0), {
      weigh: skirtWeights,
      rows: 10,
      segments: 120,
      ruffle,
    }),
  ];
}

/** Each leg takes its side of the cloth along, the more the lower it hangs. */
function skirtWeights(point: Vector3): Weights {
  const low = MathUtils.smoothstep(SKIRT_TOP - point.y, 0.1, SKIRT_LENGTH) * 0.66;
  const left = MathUtils.smoothstep(point.x, -1.3, 1.3);
  return [
    [boneIndex('下半身'), 1 - low],
    [boneIndex('左足'), low * left],
    [boneIndex('右足'), low * (1 - left)],
  ];
}
