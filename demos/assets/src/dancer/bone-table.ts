import { PMX_BONE, type PmxBone, type PmxIk, type Vector3 } from '@odori/format';
import { oppositeName } from '../mesh/opposite-name.js';

export { oppositeName };

/*
 * The skeleton of the dancer: MMD's semi-standard one, and strands for hair, skirt and sash.
 *
 * MMD's space: y up, she faces −z, her left is +x; 20 units high. Rows of the left side are written out,
 * those of the right side are their mirror images.
 */

/** A bone by names. */
export interface BoneRow extends Partial<
  Omit<PmxBone, 'name' | 'nameEn' | 'parent' | 'tail' | 'append' | 'ik'>
> {
  name: string;
  nameEn: string;
  /** Of the display frame. */
  frame: FrameName;
  parent?: string;
  position: Vector3;
  tail?: string | Vector3;
  append?: { parent: string; ratio: number };
  ik?: Omit<PmxIk, 'effector' | 'links'> & {
    effector: string;
    links: { bone: string; limits?: { min: Vector3; max: Vector3 } }[];
  };
}

/** The frames after Root and 表情, in their order. */
export const FRAMES = {
  センター: 'Center',
  ＩＫ: 'IK',
  '体(上)': 'Upper body',
  腕: 'Arms',
  指: 'Fingers',
  '体(下)': 'Lower body',
  足: 'Legs',
  髪: 'Hair',
  スカート: 'Skirt',
  帯: 'Sash',
} as const;

export type FrameName = keyof typeof FRAMES | 'Root';

const { rotatable, movable, visible, enabled } = PMX_BONE;
const MOVABLE = rotatable | movable | visible | enabled;
/** The flags of a hidden bone that follows another. */
const HELPER = rotatable | enabled;

/** Along the left arm, 37° down; its wrist and hand go on in the same line. */
const SLOPE = (37 * Math.PI) / 180;
export const ARM_AXIS: Vector3 = [Math.cos(SLOPE), -Math.sin(SLOPE), 0];
/** Out of the back of the left hand. */
export const BACK_OF_HAND: Vector3 = [Math.sin(SLOPE), Math.cos(SLOPE), 0];
export const SHOULDER: Vector3 = [1.42, 14.95, 0.15];
/** Distances from the shoulder. */
export const ELBOW = 2.75;
export const WRIST = 5.2;

/** A place by the left arm: along it from the shoulder, to the front, and off it to the back of the hand. */
export function onArm(along: number, front = 0, up = 0): Vector3 {
  return [
    SHOULDER[0] + ARM_AXIS[0] * along + BACK_OF_HAND[0] * up,
    SHOULDER[1] + ARM_AXIS[1] * along + BACK_OF_HAND[1] * up,
    SHOULDER[2] - front,
  ];
}

export const HIP: Vector3 = [0.92, 10.4, 0.1];
export const KNEE: Vector3 = [0.92, 5.75, -0.08];
export const ANKLE: Vector3 = [0.92, 1.25, 0.3];
export const TOE: Vector3 = [0.92, 0.3, -1.3];

const MIDDLE: readonly BoneRow[] = [
  { name: '全ての親', nameEn: 'master', frame: 'Root', position: [0, 0, 0], tail: [0, 0, -1.6], flags: MOVABLE },
  { name: 'センター', nameEn: 'center', frame: 'センター', parent: '全ての親', position: [0, 8, 0], tail: [0, -1.5, 0], flags: MOVABLE },
  { name: 'グルーブ', nameEn: 'groove', frame: 'センター', parent: 'センター', position: [0, 8.4, 0], tail: [0, 1.2, 0], flags: MOVABLE },
  { name: '腰', nameEn: 'waist', frame: 'センター', parent: 'グルーブ', position: [0, 10.9, 0.1], tail: [0, 0.9, 0] },
  { name: '上半身', nameEn: 'upper body', frame: '体(上)', parent: '腰', position: [0, 12.1, 0.1], tail: '上半身2' },
  { name: '上半身2', nameEn: 'upper body2', frame: '体(上)', parent: '上半身', position: [0, 13.4, 0.05], tail: '首' },
  { name: '首', nameEn: 'neck', frame: '体(上)', parent: '上半身2', position: [0, 15.55, 0.25], tail: '頭' },
  { name: '頭', nameEn: 'head', frame: '体(上)', parent: '首', position: [0, 16.35, 0.15], tail: [0, 2.6, 0] },
  { name: '両目', nameEn: 'eyes', frame: '体(上)', parent: '頭', position: [0, 20.4, 0], tail: [0, 0, -1] },
  { name: '下半身', nameEn: 'lower body', frame: '体(下)', parent: '腰', position: [0, 12.1, 0.1], tail: [0, -1.7, 0] },
]; // prettier-ignore

const localAxes = { x: ARM_AXIS, z: [0, 0, -1] as Vector3 };

const ARM: readonly BoneRow[] = [
  { name: '左肩P', nameEn: 'shoulderP_L', frame: '腕', parent: '上半身2', position: [0.35, 15.0, 0.15] },
  { name: '左肩', nameEn: 'shoulder_L', frame: '腕', parent: '左肩P', position: [0.35, 15.0, 0.15], tail: '左腕', localAxes: { x: [1, 0, 0], z: [0, 0, -1] } },
  { name: '左肩C', nameEn: 'shoulderC_L', frame: '腕', parent: '左肩', position: SHOULDER, append: { parent: '左肩P', ratio: -1 }, flags: HELPER },
  { name: '左腕', nameEn: 'arm_L', frame: '腕', parent: '左肩C', position: SHOULDER, tail: '左ひじ', localAxes },
  { name: '左腕捩', nameEn: 'arm twist_L', frame: '腕', parent: '左腕', position: onArm(1.65), fixedAxis: ARM_AXIS, localAxes },
  ...twistRows('左腕捩', 'arm twist', '左腕', [0.65, 1.3, 1.95]),
  { name: '左ひじ', nameEn: 'elbow_L', frame: '腕', parent: '左腕捩', position: onArm(ELBOW), tail: '左手首', localAxes },
  { name: '左手捩', nameEn: 'wrist twist_L', frame: '腕', parent: '左ひじ', position: onArm(4.1), fixedAxis: ARM_AXIS, localAxes },
  ...twistRows('左手捩', 'wrist twist', '左ひじ', [3.3, 3.9, 4.5]),
  { name: '左手首', nameEn: 'wrist_L', frame: '腕', parent: '左手捩', position: onArm(WRIST), tail: '左中指１', localAxes },
  ...fingerRows('左親指', 'thumb', ['０', '１', '２'], [[0.16, 0.2, -0.03], [0.42, 0.42, -0.1], [0.7, 0.58, -0.14], [0.98, 0.68, -0.16]]),
  ...fingerRows('左人指', 'fore', ['１', '２', '３'], [[0.8, 0.27, 0.0], [1.18, 0.31, -0.02], [1.42, 0.325, -0.05], [1.64, 0.335, -0.08]]),
  ...fingerRows('左中指', 'middle', ['１', '２', '３'], [[0.84, 0.09, 0.02], [1.25, 0.1, 0.0], [1.52, 0.1, -0.03], [1.77, 0.1, -0.06]]),
  ...fingerRows('左薬指', 'third', ['１', '２', '３'], [[0.8, -0.09, 0.0], [1.18, -0.11, -0.02], [1.44, -0.12, -0.05], [1.67, -0.125, -0.08]]),
  ...fingerRows('左小指', 'little', ['１', '２', '３'], [[0.73, -0.26, -0.03], [1.02, -0.31, -0.05], [1.22, -0.335, -0.08], [1.41, -0.35, -0.11]]),
]; // prettier-ignore

const LEG: readonly BoneRow[] = [
  { name: '腰キャンセル左', nameEn: 'waist cancel_L', frame: '足', parent: '下半身', position: HIP, append: { parent: '腰', ratio: -1 }, flags: HELPER },
  { name: '左足', nameEn: 'leg_L', frame: '足', parent: '腰キャンセル左', position: HIP, tail: '左ひざ' },
  { name: '左ひざ', nameEn: 'knee_L', frame: '足', parent: '左足', position: KNEE, tail: '左足首' },
  { name: '左足首', nameEn: 'ankle_L', frame: '足', parent: '左ひざ', position: ANKLE, tail: '左つま先' },
  { name: '左つま先', nameEn: 'toe_L', frame: '足', parent: '左足首', position: TOE, flags: enabled | rotatable },
  { name: '左足D', nameEn: 'legD_L', frame: '足', parent: '腰キャンセル左', position: HIP, layer: 1, append: { parent: '左足', ratio: 1 } },
  { name: '左ひざD', nameEn: 'kneeD_L', frame: '足', parent: '左足D', position: KNEE, layer: 1, append: { parent: '左ひざ', ratio: 1 } },
  { name: '左足首D', nameEn: 'ankleD_L', frame: '足', parent: '左ひざD', position: ANKLE, layer: 1, append: { parent: '左足首', ratio: 1 } },
  { name: '左足先EX', nameEn: 'toe2_L', frame: '足', parent: '左足首D', position: [0.92, 0.42, -0.62], layer: 1, tail: [0, 0, -0.8] },
  { name: '左足IK親', nameEn: 'leg IKP_L', frame: 'ＩＫ', parent: '全ての親', position: [ANKLE[0], 0, ANKLE[2]], tail: '左足ＩＫ', flags: MOVABLE },
  {
    name: '左足ＩＫ', nameEn: 'leg IK_L', frame: 'ＩＫ', parent: '左足IK親', position: ANKLE, tail: [0, 0, 1.3], flags: MOVABLE,
    ik: {
      effector: '左足首', loopCount: 40, limitAngle: 2,
      links: [{ bone: '左ひざ', limits: { min: [-Math.PI, 0, 0], max: [-Math.PI / 360, 0, 0] } }, { bone: '左足' }],
    },
  },
  {
    name: '左つま先ＩＫ', nameEn: 'toe IK_L', frame: 'ＩＫ', parent: '左足ＩＫ', position: TOE, tail: [0, -1, 0], flags: MOVABLE,
    ik: { effector: '左つま先', loopCount: 3, limitAngle: 4, links: [{ bone: '左足首' }] },
  },
]; // prettier-ignore

/** The left of the two tails: from its tie outwards, down, and to its tip. */
export const TAIL_PATH: readonly Vector3[] = [
  [1.12, 18.45, 0.5], [1.85, 18.6, 0.8], [2.45, 17.55, 1.05], [2.62, 15.95, 1.25], [2.5, 14.25, 1.3], [2.2, 12.4, 1.15],
]; // prettier-ignore

const HAIR_LEFT: readonly BoneRow[] = [
  { name: '左目', nameEn: 'eye_L', frame: '体(上)', parent: '頭', position: [0.45, 17.3, -0.25], tail: [0, 0, -0.7], append: { parent: '両目', ratio: 1 } },
  ...strandRows('左テール', 'tail', '_L', '髪', '頭', TAIL_PATH),
  ...strandRows('左横髪', 'side hair', '_L', '髪', '頭', [[1.05, 17.5, -0.3], [1.16, 16.65, -0.42], [1.12, 15.85, -0.44], [0.98, 15.1, -0.46]]),
  ...strandRows('左前髪', 'fringe', '_L', '髪', '頭', [[0.48, 18.7, -0.78], [0.72, 17.95, -1.02], [0.78, 17.35, -1.0]]),
  ...strandRows('左後髪', 'back hair', '_L', '髪', '頭', [[0.62, 17.1, 1.05], [0.66, 16.35, 1.12], [0.6, 15.6, 1.0]]),
]; // prettier-ignore

const HAIR_MIDDLE: readonly BoneRow[] = [
  ...strandRows('前髪', 'fringe', '', '髪', '頭', [[0, 18.75, -0.88], [0, 18.0, -1.14], [0, 17.4, -1.12]]),
  ...strandRows('後髪', 'back hair', '', '髪', '頭', [[0, 17.1, 1.25], [0, 16.35, 1.28], [0, 15.6, 1.12]]),
]; // prettier-ignore

/** Six strands on the left, from front to back; as many on the right. */
export const SKIRT_STRANDS = 6;
/**
 * The pleated skirt as ellipses about the y axis: how high, half width, half depth, and where its middle
 * lies.
 */
export const SKIRT_RINGS: readonly { y: number; x: number; z: number; middle: number }[] = [
  { y: 12.0, x: 1.02, z: 0.82, middle: 0.1 },
  { y: 10.75, x: 1.6, z: 1.32, middle: 0.12 },
  { y: 9.45, x: 2.06, z: 1.78, middle: 0.12 },
  { y: 8.1, x: 2.42, z: 2.14, middle: 0.12 },
];

/** A place on the skirt: degrees from the front to her left. */
export function onSkirt(ring: number, degrees: number): Vector3 {
  const { x, y, z, middle } = SKIRT_RINGS[ring];
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.sin(angle), y, middle - z * Math.cos(angle)];
}

/** Degrees of strand 1 to 6. */
export function skirtAngle(strand: number): number {
  return 15 + 30 * (strand - 1);
}

/**
 * How much of the thigh's turn each strand takes over, from front to back: enough in front for the cloth to
 * lie on a thigh that is level. Bones before them take over what else moves the front: a knee that is bent
 * lets it down again, so that it does not fly up when she crouches, and the foremost strand follows the other
 * thigh a bit.
 */
const SKIRT_FOLLOWS = [0.62, 0.72, 0.52, 0.35, 0.2, 0.15];
const SKIRT_FRONT = [
  { name: '左前裾1', parent: '下半身', append: { parent: '左ひざ', ratio: 0.06 } },
  { name: '左前裾2', parent: '左前裾1', append: { parent: '右足', ratio: 0.24 } },
] as const;
const SKIRT_PARENTS = ['左前裾2', '左前裾1', '左前裾1', '下半身', '下半身', '下半身'];

const SKIRT: readonly BoneRow[] = [
  ...SKIRT_FRONT.map((row, i): BoneRow => ({
    ...row,
    nameEn: `skirt front${i + 1}_L`,
    frame: 'スカート',
    position: onSkirt(0, skirtAngle(1)),
    layer: 1,
    flags: HELPER,
  })),
  ...Array.from({ length: SKIRT_STRANDS }, (_, i) => skirtRows(i)).flat(),
];

function skirtRows(i: number): BoneRow[] {
  return strandRows(
    `左スカート${i + 1}_`,
    `skirt${i + 1}_`,
    '_L',
    'スカート',
    SKIRT_PARENTS[i],
    SKIRT_RINGS.map((_ring, ring) => onSkirt(ring, skirtAngle(i + 1))),
  ).map((row, joint) => ({
    ...row,
    layer: 1,
    ...(joint === 0 && { append: { parent: '左足', ratio: SKIRT_FOLLOWS[i] } }),
  }));
}

const SASH: readonly BoneRow[] = [
  ...strandRows('左帯', 'sash', '_L', '帯', '下半身', [[0.28, 12.0, 1.1], [0.55, 10.9, 1.75], [0.72, 9.8, 2.1]]),
]; // prettier-ignore

/**
 * Three append bones take over a quarter, a half and three quarters of a twist, so that the limb twists
 * gradually.
 */
function twistRows(twist: string, english: string, parent: string, distances: readonly number[]): BoneRow[] {
  return distances.map((distance, i) => ({
    name: `${twist}${i + 1}`,
    nameEn: `${english}${i + 1}_L`,
    frame: '腕',
    parent,
    position: onArm(distance),
    append: { parent: twist, ratio: (i + 1) / 4 },
    flags: HELPER,
  }));
}

/**
 * Joints of a finger, from the wrist: along the arm, to the front, to the back of the hand; the last is its
 * tip.
 */
function fingerRows(
  name: string,
  english: string,
  digits: readonly string[],
  places: readonly Vector3[],
): BoneRow[] {
  const positions = places.map(([along, front, up]) => onArm(WRIST + along, front, up));
  return digits.map((digit, i) => ({
    name: name + digit,
    nameEn: `${english}${'０１２３'.indexOf(digit)}_L`,
    frame: '指',
    parent: i === 0 ? '左手首' : name + digits[i - 1],
    position: positions[i],
    tail: i + 1 < digits.length ? name + digits[i + 1] : between(positions[i], positions[i + 1]),
    localAxes: { x: unit(between(positions[i], positions[i + 1])), z: [0, 0, -1] },
  }));
}

/** A chain; the last place is its tip. */
function strandRows(
  name: string,
  english: string,
  side: string,
  frame: FrameName,
  parent: string,
  places: readonly Vector3[],
): BoneRow[] {
  return places.slice(0, -1).map((position, i) => ({
    name: `${name}${i + 1}`,
    nameEn: `${english}${i + 1}${side}`,
    frame,
    parent: i === 0 ? parent : `${name}${i}`,
    position,
    tail: i + 2 < places.length ? `${name}${i + 2}` : between(position, places[i + 1]),
  }));
}

function between([ax, ay, az]: Vector3, [bx, by, bz]: Vector3): Vector3 {
  return [bx - ax, by - ay, bz - az];
}

function unit([x, y, z]: Vector3): Vector3 {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

export function mirrored([x, y, z]: Vector3): Vector3 {
  return [-x, y, z];
}

/** The mirrored bone on the right side. Knees bend about x, which a mirror does not change. */
function mirroredRow({ parent, tail, append, fixedAxis, localAxes: axes, ik, ...row }: BoneRow): BoneRow {
  return {
    ...row,
    name: oppositeName(row.name),
    nameEn: row.nameEn.replace(/_L$/, '_R'),
    position: mirrored(row.position),
    ...(parent !== undefined && { parent: oppositeName(parent) }),
    ...(tail !== undefined && { tail: typeof tail === 'string' ? oppositeName(tail) : mirrored(tail) }),
    ...(append && { append: { ...append, parent: oppositeName(append.parent) } }),
    ...(fixedAxis && { fixedAxis: mirrored(fixedAxis) }),
    ...(axes && { localAxes: { x: mirrored(axes.x), z: axes.z } }),
    ...(ik && {
      ik: {
        ...ik,
        effector: oppositeName(ik.effector),
        links: ik.links.map((link) => ({ ...link, bone: oppositeName(link.bone) })),
      },
    }),
  };
}

const bothSides = (rows: readonly BoneRow[]): BoneRow[] => [...rows, ...rows.map(mirroredRow)];

export const BONE_ROWS: readonly BoneRow[] = [
  ...MIDDLE,
  ...bothSides(ARM),
  ...bothSides(LEG),
  ...bothSides(HAIR_LEFT),
  ...HAIR_MIDDLE,
  ...bothSides(SKIRT),
  ...bothSides(SASH),
];

const INDICES: ReadonlyMap<string, number> = new Map(BONE_ROWS.map(({ name }, i) => [name, i]));

/** The index of a bone in the file. */
export function boneIndex(name: string): number {
  const index = INDICES.get(name);
  if (index === undefined) throw new RangeError(`the dancer has no ${name}`);
  return index;
}

/** The rest position of a bone. */
export function bonePosition(name: string): Vector3 {
  return BONE_ROWS[boneIndex(name)].position;
}
