import { type BufferGeometry, Vector3 } from 'three';
import { ARM_DIRECTION, PALM_DIRECTION, restPosition } from './bone-table.js';
import { armTube, FORWARD } from './limb.js';
import { bothSides } from './mirror-part.js';
import type { Fabric } from './palette.js';
import { ringsThrough, tube } from './tube.js';
import { weighAlong, weighWith } from './weigh.js';

const armWeights = weighAlong(['左肩', '左腕', '左腕捩', '左ひじ', '左手捩', '左手首'], ARM_DIRECTION, 0.32);

/** Arms, hands and sleeves. */
export function armParts(): Partial<Record<Fabric, BufferGeometry[]>> {
  return {
    skin: [arm(), palm(), ...fingers()].flatMap(bothSides),
    dress: bothSides(sleeve()),
    trim: bothSides(cuff()),
  };
}

function arm(): BufferGeometry {
  return armTube(
    [
      [0, 0.3, 0.3],
      [1.5, 0.36, 0.36],
      [2.6, 0.31, 0.31],
      [3.3, 0.33, 0.33],
      [4.6, 0.22, 0.22],
      [5.1, 0.2, 0.2],
    ],
    { weigh: armWeights, rows: 28 },
  );
}

function palm(): BufferGeometry {
  return armTube(
    [
      [4.75, 0.18, 0.18],
      [5.05, 0.22, 0.17],
      [5.35, 0.36, 0.17],
      [5.7, 0.38, 0.15],
      [5.9, 0.3, 0.13],
      [5.98, 0.04, 0.03],
    ],
    { weigh: weighAlong(['左手捩', '左手首'], ARM_DIRECTION, 0.12), rows: 14, segments: 16 },
  );
}

/** Wide like a kimono's, but short enough for the hands to speak. */
function sleeve(): BufferGeometry {
  return armTube(
    [
      [-0.55, 0.25, 0.25, 0.1],
      [-0.35, 0.5, 0.48, 0.06],
      [0, 0.58, 0.56],
      [0.6, 0.52, 0.52],
      [1.6, 0.5, 0.52, 0.04],
      [2.6, 0.58, 0.66, 0.12],
      [3.4, 0.74, 0.94, 0.28],
      [4.05, 0.86, 1.16, 0.42],
      [4.1, 0.78, 1.06, 0.42],
      [4.12, 0.3, 0.4, 0.3],
    ],
    { weigh: weighAlong(['左肩', '左腕', '左腕捩', '左ひじ'], ARM_DIRECTION, 0.4), rows: 34, segments: 28 },
  );
}

function cuff(): BufferGeometry {
  return armTube(
    [
      [3.78, 0.78, 1.04, 0.37],
      [3.8, 0.85, 1.12, 0.37],
      [4.12, 0.92, 1.22, 0.44],
      [4.16, 0.84, 1.12, 0.44],
    ],
    { weigh: weighWith('左ひじ'), rows: 8, segments: 28 },
  );
}

const FINGERS: readonly (readonly [name: string, numbers: readonly string[], radius: number, tip: number])[] =
  [
    ['左親指', ['０', '１', '２'], 0.11, 0.22],
    ['左人指', ['１', '２', '３'], 0.095, 0.24],
    ['左中指', ['１', '２', '３'], 0.1, 0.25],
    ['左薬指', ['１', '２', '３'], 0.095, 0.24],
    ['左小指', ['１', '２', '３'], 0.085, 0.2],
  ];

function fingers(): BufferGeometry[] {
  return FINGERS.map(([name, numbers, radius, tip]) => {
    const bones = numbers.map((number) => name + number);
    const origin = restPosition(bones[0]);
    const direction = restPosition(bones[2]).clone().sub(origin).normalize();
    const frontAxis = new Vector3().crossVectors(direction, FORWARD).normalize();
    const sideAxis = new Vector3().crossVectors(frontAxis, direction).normalize();
    const end = restPosition(bones[2]).distanceTo(origin) + tip;
    const rings = ringsThrough(
      [
        [-0.2, radius * 0.9, radius * 0.9],
        [0.1, radius, radius],
        [end - 0.12, radius * 0.85, radius * 0.85],
        [end - 0.03, radius * 0.5, radius * 0.5],
        [end, 0.01, 0.01],
      ],
      12,
      origin,
      direction,
      PALM_DIRECTION,
    );
    return tube({ rings, segments: 8, sideAxis, frontAxis, weigh: weighAlong(bones, direction, 0.08) });
  });
}
