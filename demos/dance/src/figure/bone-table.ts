import { Vector3 } from 'three';

/** A bone of the figure, where it stands at rest: three's space, MMD units. */
export interface BoneRow {
  /** MMD's own name, which motions know it by. */
  name: string;
  english: string;
  parent: string | undefined;
  position: Vector3;
}

/** From the arm to the tip of the middle finger: MMD's rest pose has the arms 35° below the horizontal. */
const ARM_SLOPE = (35 * Math.PI) / 180;
export const ARM_DIRECTION = new Vector3(Math.cos(ARM_SLOPE), -Math.sin(ARM_SLOPE), 0);
/** Where the palm looks at rest. */
export const PALM_DIRECTION = new Vector3(-Math.sin(ARM_SLOPE), -Math.cos(ARM_SLOPE), 0);

const SHOULDER = new Vector3(1.22, 15.6, -0.1);

function onArm(distance: number, z = 0, drop = 0): Vector3 {
  return SHOULDER.clone()
    .addScaledVector(ARM_DIRECTION, distance)
    .addScaledVector(PALM_DIRECTION, drop)
    .add(new Vector3(0, 0, z));
}

function row(name: string, english: string, parent: string | undefined, position: Vector3): BoneRow {
  return { name, english, parent, position };
}

const at = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z);

const MIDDLE: readonly BoneRow[] = [
  row('全ての親', 'parent of all', undefined, at(0, 0, 0)),
  row('センター', 'center', '全ての親', at(0, 8, 0)),
  row('グルーブ', 'groove', 'センター', at(0, 8.2, 0)),
  row('上半身', 'upper body', 'グルーブ', at(0, 12.2, 0)),
  row('上半身2', 'upper body 2', '上半身', at(0, 13.7, 0)),
  row('首', 'neck', '上半身2', at(0, 16.2, -0.15)),
  row('頭', 'head', '首', at(0, 16.9, -0.05)),
  row('ポニーテール１', 'ponytail 1', '頭', at(0, 19.75, -1.75)),
  row('ポニーテール２', 'ponytail 2', 'ポニーテール１', at(0, 18.6, -3.0)),
  row('ポニーテール３', 'ponytail 3', 'ポニーテール２', at(0, 16.8, -3.45)),
  row('下半身', 'lower body', 'グルーブ', at(0, 12.2, 0)),
];

const LEFT: readonly BoneRow[] = [
  row('左目', 'left eye', '頭', at(0.68, 17.95, 0)),
  row('左横髪', 'left side hair', '頭', at(1.62, 18.0, 0.55)),
  row('左肩', 'left shoulder', '上半身2', at(0.25, 15.75, -0.1)),
  row('左腕', 'left arm', '左肩', onArm(0)),
  row('左腕捩', 'left arm twist', '左腕', onArm(1.4)),
  row('左ひじ', 'left elbow', '左腕捩', onArm(2.6)),
  row('左手捩', 'left hand twist', '左ひじ', onArm(3.9)),
  row('左手首', 'left wrist', '左手捩', onArm(5.0)),
  ...finger('左親指', 'left thumb', ['０', '１', '２'], [5.22, 5.5, 5.75], [0.22, 0.4, 0.52], 0.1),
  ...finger('左人指', 'left index finger', ['１', '２', '３'], [5.82, 6.12, 6.35], [0.25, 0.28, 0.29], 0),
  ...finger('左中指', 'left middle finger', ['１', '２', '３'], [5.86, 6.2, 6.44], [0.08, 0.08, 0.08], 0),
  ...finger('左薬指', 'left ring finger', ['１', '２', '３'], [5.82, 6.14, 6.37], [-0.09, -0.1, -0.11], 0),
  ...finger('左小指', 'left little finger', ['１', '２', '３'], [5.74, 6.0, 6.19], [-0.25, -0.28, -0.3], 0),
  row('左帯', 'left sash tail', '上半身', at(0.35, 12.9, -1.45)),
  row('左足', 'left leg', '下半身', at(0.85, 11.2, 0)),
  row('左ひざ', 'left knee', '左足', at(0.85, 6.3, 0.12)),
  row('左足首', 'left ankle', '左ひざ', at(0.85, 1.1, -0.22)),
  row('左つま先', 'left toes', '左足首', at(0.85, 0.28, 0.85)),
  row('左足ＩＫ', 'left leg IK', '全ての親', at(0.85, 1.1, -0.22)),
  row('左つま先ＩＫ', 'left toe IK', '左足ＩＫ', at(0.85, 0.28, 0.85)),
];

function finger(
  name: string,
  english: string,
  numbers: readonly string[],
  distances: readonly number[],
  depths: readonly number[],
  drop: number,
): BoneRow[] {
  return numbers.map((number, i) =>
    row(
      `${name}${number}`,
      `${english} ${i + 1}`,
      i === 0 ? '左手首' : `${name}${numbers[i - 1]}`,
      onArm(distances[i], depths[i], drop),
    ),
  );
}

/** 左 (left) for 右 (right) and back; a name without a side stays. */
export function otherSide(name: string): string {
  if (name.startsWith('左')) return `右${name.slice(1)}`;
  return name.startsWith('右') ? `左${name.slice(1)}` : name;
}

function mirrored({ name, english, parent, position }: BoneRow): BoneRow {
  return row(
    otherSide(name),
    english.replace('left', 'right'),
    parent && otherSide(parent),
    at(-position.x, position.y, position.z),
  );
}

/** Parents before children. */
export const BONE_TABLE: readonly BoneRow[] = [...MIDDLE, ...LEFT, ...LEFT.map(mirrored)];

const INDICES = new Map(BONE_TABLE.map(({ name }, index) => [name, index]));

/**
 * @throws Error if the figure has no such bone.
 */
export function boneIndex(name: string): number {
  const index = INDICES.get(name);
  if (index === undefined) throw new Error(`the figure has no bone ${name}`);
  return index;
}

/** Where a bone stands at rest. */
export function restPosition(name: string): Vector3 {
  return BONE_TABLE[boneIndex(name)].position;
}
