import { type BoneKey, createVmd, type Curve, type Quaternion, type Vector3, type Vmd } from '@odori/format';
import { ARM } from './example-bones.js';

/** Half a degree in radians. Quaternions use half angles. */
const HALF_DEGREE = Math.PI / 360;

/** Slow, quick, slow. */
const EASE: Curve = [46, 0, 80, 127];

type Row = readonly [frame: number, x: number, y: number, z: number];

/**
 * Rotations in degrees about x, y and z at some frames. x leans forwards (a hanging arm or leg swings
 * backwards), y turns to the left, z leans to the left of the figure (lifts the left arm).
 */
const ROTATIONS: Readonly<Record<string, readonly Row[]>> = {
  // prettier-ignore
  上半身: [[0, 0, 0, 0], [40, 14, 0, 0], [80, 0, 0, 0], [110, 2, 8, -5], [140, 2, -8, 5], [170, 2, 8, -5], [205, 0, 0, 0], [300, 0, 0, 0]],
  // prettier-ignore
  上半身2: [[0, 2, 0, 0], [40, 12, 0, 0], [80, -2, 0, 0], [110, 0, 10, -4], [140, 0, -10, 4], [170, 0, 10, -4], [205, -4, 0, 0], [270, -3, 0, 0], [300, 2, 0, 0]],
  // prettier-ignore
  下半身: [[0, 0, 0, 0], [40, 10, 0, 0], [80, 0, 0, 0], [110, 2, -6, 5], [140, 2, 6, -5], [170, 2, -6, 5], [205, 0, 0, 0], [300, 0, 0, 0]],
  // prettier-ignore
  首: [[0, 0, 0, 0], [40, -6, 0, 0], [80, 2, 0, 0], [110, 0, 6, 3], [140, 0, -6, -3], [170, 0, 6, 3], [205, -4, 0, 0], [300, 0, 0, 0]],
  // prettier-ignore
  頭: [[0, 0, 0, 0], [40, -12, 0, 0], [80, 3, 0, 0], [110, 2, 14, 5], [140, 2, -14, -5], [170, 2, 14, 5], [205, -3, 0, 0], [228, 0, 20, 0], [250, 0, -20, 0], [270, 0, 0, 0], [300, 0, 0, 0]],
  左肩: [
    [0, 0, 0, 0],
    [205, 0, 0, 6],
    [270, 0, 0, 6],
    [300, 0, 0, 0],
  ],
  // prettier-ignore
  左腕: [[0, 4, 0, -40], [40, -70, 0, -46], [80, 12, 0, -38], [110, 34, 0, -40], [140, -38, 0, -40], [170, 34, 0, -40], [205, 0, 0, 32], [270, 0, 0, 32], [300, 4, 0, -40]],
  左腕捩: [
    [0, 0, 0, 0],
    [205, 0, 0, 0],
    [222, 80, 0, 0],
    [246, -70, 0, 0],
    [270, 0, 0, 0],
    [300, 0, 0, 0],
  ],
  左手捩: [
    [0, 0, 0, 0],
    [205, 0, 0, 0],
    [222, -60, 0, 0],
    [246, 60, 0, 0],
    [270, 0, 0, 0],
    [300, 0, 0, 0],
  ],
  // prettier-ignore
  左手首: [[0, 0, 0, 6], [40, 0, 0, 16], [80, 0, 0, -6], [205, 0, 0, -8], [222, 0, 0, 14], [246, 0, 0, -14], [300, 0, 0, 6]],
};

/** The right arm swings half a period later. Written as for the left arm, then mirrored. */
// prettier-ignore
const RIGHT_ARM: readonly Row[] = [[0, 4, 0, -40], [40, -70, 0, -46], [80, 12, 0, -38], [110, -38, 0, -40], [140, 34, 0, -40], [170, -38, 0, -40], [205, 0, 0, 32], [270, 0, 0, 32], [300, 4, 0, -40]];

/** The bend of the elbows in degrees. */
const BENDS: Readonly<Record<string, readonly (readonly [frame: number, degrees: number])[]>> = {
  // prettier-ignore
  左ひじ: [[0, 12], [40, 22], [80, 8], [110, 22], [140, 62], [170, 22], [205, 6], [222, 78], [246, 78], [270, 6], [300, 12]],
  // prettier-ignore
  右ひじ: [[0, 12], [40, 22], [80, 8], [110, 62], [140, 22], [170, 62], [205, 6], [222, 78], [246, 78], [270, 6], [300, 12]],
};

/** Translations from rest, in units. The feet stand apart and stay on the floor. */
const TRANSLATIONS: Readonly<Record<string, readonly Row[]>> = {
  // prettier-ignore
  センター: [[0, 0, -0.45, 0], [40, 0, -3.2, 0.7], [80, 0, -0.4, 0], [110, 1.3, -1.1, 0], [140, -1.3, -1.1, 0], [170, 1.3, -1.1, 0], [205, 0, -0.5, 0], [270, 0, -0.5, 0], [300, 0, -0.45, 0]],
  // prettier-ignore
  グルーブ: [[0, 0, 0, 0], [95, 0, -0.35, 0], [110, 0, 0, 0], [125, 0, -0.6, 0], [140, 0, 0, 0], [155, 0, -0.6, 0], [170, 0, 0, 0], [187, 0, -0.35, 0], [205, 0, 0, 0], [222, 0, -0.5, 0], [238, 0, 0, 0], [254, 0, -0.5, 0], [270, 0, 0, 0], [300, 0, 0, 0]],
};

/**
 * How much further each foot stands to its side than at rest, in units, and how far it points outwards, in
 * degrees.
 */
const FOOT_OFFSET = 0.55;
const TURN_OUT = 14;

/** Ten seconds on the spot: squats, shifts from foot to foot, and arm rotations. */
export function exampleMotion(): Vmd {
  const keys: BoneKey[] = [...standing('左足IK親', 1), ...standing('右足IK親', -1)];
  for (const [name, rows] of Object.entries(ROTATIONS)) {
    keys.push(...rotationKeys(name, rows));
    if (name.startsWith('左')) keys.push(...mirroredKeys(name, name === '左腕' ? RIGHT_ARM : rows));
  }
  for (const [name, rows] of Object.entries(BENDS)) {
    const side = name.startsWith('左') ? 1 : -1;
    keys.push(
      ...rows.map(([frame, degrees]) => ({ name, frame, rotation: bend(degrees, side), curves: EASE })),
    );
  }
  for (const [name, rows] of Object.entries(TRANSLATIONS)) {
    keys.push(
      ...rows.map(([frame, x, y, z]) => ({ name, frame, position: [x, y, z] as const, curves: EASE })),
    );
  }
  return createVmd({ modelName: '木の人形', bones: keys });
}

function rotationKeys(name: string, rows: readonly Row[]): BoneKey[] {
  return rows.map(([frame, ...degrees]) => ({ name, frame, rotation: rotation(degrees), curves: EASE }));
}

function mirroredKeys(name: string, rows: readonly Row[]): BoneKey[] {
  const mirrored = rows.map(([frame, x, y, z]) => [frame, x, -y, -z] as const);
  return rotationKeys(name.replace('左', '右'), mirrored);
}

/**
 * Bends the forearm to the front. The axis is perpendicular to arm and front: (x, y, 0) × front, with MMD's
 * signs.
 */
function bend(degrees: number, side: number): Quaternion {
  const sine = Math.sin(degrees * HALF_DEGREE);
  return [-ARM[1] * sine, side * ARM[0] * sine, 0, Math.cos(degrees * HALF_DEGREE)];
}

function standing(name: string, side: number): BoneKey[] {
  return [
    { name, frame: 0, position: [side * FOOT_OFFSET, 0, 0], rotation: rotation([0, side * TURN_OUT, 0]) },
  ];
}

/**
 * The rotation Ry·Rx·Rz of degrees in three.js space, as a quaternion in MMD space, whose x and y have
 * opposite signs.
 */
function rotation([x, y, z]: Vector3): Quaternion {
  const [sx, sy, sz] = [x, y, z].map((degrees) => Math.sin(degrees * HALF_DEGREE));
  const [cx, cy, cz] = [x, y, z].map((degrees) => Math.cos(degrees * HALF_DEGREE));
  return [
    -(cy * sx * cz + sy * cx * sz),
    -(sy * cx * cz - cy * sx * sz),
    cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz,
  ];
}
