import { createPmxBone, PMX_BONE, type PmxBone, type PmxIk, type Vector3 } from '@odori/format';

/** A bone of the mannequin in MMD's space. Other bones are given by name. */
interface BoneRow extends Partial<Omit<PmxBone, 'name' | 'parent' | 'tail' | 'append' | 'ik'>> {
  name: string;
  parent?: string;
  position: Vector3;
  tail?: string | Vector3;
  append?: { parent: string; ratio: number };
  ik?: Omit<PmxIk, 'effector' | 'links'> & { effector: string; links: IkLinkRow[] };
}

interface IkLinkRow {
  bone: string;
  limits?: { min: Vector3; max: Vector3 };
}

/** The angle by which the left arm points down at rest: 36°. */
const SLOPE = (36 * Math.PI) / 180;
export const ARM: Vector3 = [Math.cos(SLOPE), -Math.sin(SLOPE), 0];
export const SHOULDER: Vector3 = [1.55, 15.2, 0];
/** Distances from the shoulder, in units. */
export const ELBOW = 2.85;
export const WRIST = 5.35;

const { rotatable, movable, visible, enabled } = PMX_BONE;
const MOVABLE = rotatable | movable | visible | enabled;

export function onArm(distance: number): Vector3 {
  return [SHOULDER[0] + ARM[0] * distance, SHOULDER[1] + ARM[1] * distance, 0];
}

const MIDDLE: readonly BoneRow[] = [
  { name: '全ての親', position: [0, 0, 0], tail: [0, 0, -1.6], flags: MOVABLE },
  { name: 'センター', parent: '全ての親', position: [0, 8, 0], tail: 'グルーブ', flags: MOVABLE },
  { name: 'グルーブ', parent: 'センター', position: [0, 9, 0], tail: [0, 1.2, 0], flags: MOVABLE },
  { name: '腰', parent: 'グルーブ', position: [0, 10.9, 0], tail: [0, 0.7, 0] },
  { name: '上半身', parent: '腰', position: [0, 11.6, 0], tail: '上半身2' },
  { name: '上半身2', parent: '上半身', position: [0, 13.1, 0.1], tail: '首' },
  { name: '首', parent: '上半身2', position: [0, 15.7, 0.1], tail: '頭' },
  { name: '頭', parent: '首', position: [0, 16.55, 0], tail: [0, 2.6, 0] },
  { name: '下半身', parent: '腰', position: [0, 11.6, 0], tail: [0, -1.7, 0] },
];

const LEFT: readonly BoneRow[] = [
  { name: '左肩', parent: '上半身2', position: [0.35, 15.05, 0.05], tail: '左腕' },
  { name: '左腕', parent: '左肩', position: onArm(0), tail: '左ひじ' },
  { name: '左腕捩', parent: '左腕', position: onArm(1.7), fixedAxis: ARM },
  ...twistRows('左腕捩', '左腕', [0.7, 1.35, 2.05]),
  { name: '左ひじ', parent: '左腕捩', position: onArm(ELBOW), tail: '左手首' },
  { name: '左手捩', parent: '左ひじ', position: onArm(4.1), fixedAxis: ARM },
  ...twistRows('左手捩', '左ひじ', [3.4, 3.95, 4.55]),
  { name: '左手首', parent: '左手捩', position: onArm(WRIST), tail: [ARM[0] * 1.5, ARM[1] * 1.5, 0] },
  { name: '左足', parent: '下半身', position: [0.95, 10.3, 0], tail: '左ひざ' },
  { name: '左ひざ', parent: '左足', position: [0.95, 5.75, -0.2], tail: '左足首' },
  { name: '左足首', parent: '左ひざ', position: [0.95, 1.05, 0.2], tail: '左つま先' },
  { name: '左つま先', parent: '左足首', position: [0.95, 0.1, -1.25] },
  followRow('左足D', '下半身', '左足', [0.95, 10.3, 0]),
  followRow('左ひざD', '左足D', '左ひざ', [0.95, 5.75, -0.2]),
  followRow('左足首D', '左ひざD', '左足首', [0.95, 1.05, 0.2]),
  { name: '左足IK親', parent: '全ての親', position: [0.95, 0, 0.2], tail: '左足ＩＫ', flags: MOVABLE },
  {
    name: '左足ＩＫ',
    parent: '左足IK親',
    position: [0.95, 1.05, 0.2],
    tail: [0, 0, 1.2],
    flags: MOVABLE,
    ik: {
      effector: '左足首',
      loopCount: 40,
      limitAngle: 2,
      links: [
        { bone: '左ひざ', limits: { min: [-Math.PI, 0, 0], max: [-Math.PI / 360, 0, 0] } },
        { bone: '左足' },
      ],
    },
  },
  {
    name: '左つま先ＩＫ',
    parent: '左足ＩＫ',
    position: [0.95, 0.1, -1.25],
    tail: [0, -0.8, 0],
    flags: MOVABLE,
    ik: { effector: '左つま先', loopCount: 3, limitAngle: 4, links: [{ bone: '左足首' }] },
  },
];

/**
 * Three append bones take over a quarter, a half and three quarters of a twist, so that the limb twists
 * gradually.
 */
function twistRows(twist: string, parent: string, distances: readonly number[]): BoneRow[] {
  return distances.map((distance, i) => ({
    name: `${twist}${i + 1}`,
    parent,
    position: onArm(distance),
    append: { parent: twist, ratio: (i + 1) / 4 },
  }));
}

/** An append bone that copies the result of the IK, so that a motion can still add rotations to it. */
function followRow(name: string, parent: string, source: string, position: Vector3): BoneRow {
  return { name, parent, position, layer: 1, append: { parent: source, ratio: 1 } };
}

const opposite = (name: string): string => name.replace(/^左/, '右');
const mirrored = ([x, y, z]: Vector3): Vector3 => [-x, y, z];

/** The mirrored bone on the right side. Knees bend about x, which a mirror does not change. */
function mirroredRow({ parent, tail, append, fixedAxis, ik, ...row }: BoneRow): BoneRow {
  return {
    ...row,
    name: opposite(row.name),
    position: mirrored(row.position),
    ...(parent !== undefined && { parent: opposite(parent) }),
    ...(tail !== undefined && { tail: typeof tail === 'string' ? opposite(tail) : mirrored(tail) }),
    ...(append && { append: { ...append, parent: opposite(append.parent) } }),
    ...(fixedAxis && { fixedAxis: mirrored(fixedAxis) }),
    ...(ik && {
      ik: {
        ...ik,
        effector: opposite(ik.effector),
        links: ik.links.map((link) => ({ ...link, bone: opposite(link.bone) })),
      },
    }),
  };
}

const ROWS: readonly BoneRow[] = [...MIDDLE, ...LEFT, ...LEFT.map(mirroredRow)];
const INDICES: ReadonlyMap<string, number> = new Map(ROWS.map(({ name }, i) => [name, i]));

/** The index of a bone in {@link exampleBones}. */
export function exampleBoneIndex(name: string): number {
  const index = INDICES.get(name);
  if (index === undefined) throw new RangeError(`the mannequin has no bone ${name}`);
  return index;
}

/** The bones of the semi-standard skeleton that a mannequin needs. */
export function exampleBones(): PmxBone[] {
  return ROWS.map(({ parent, tail, append, ik, ...row }) =>
    createPmxBone({
      ...row,
      parent: parent === undefined ? -1 : exampleBoneIndex(parent),
      ...(tail !== undefined && { tail: typeof tail === 'string' ? exampleBoneIndex(tail) : tail }),
      ...(append && { append: { parent: exampleBoneIndex(append.parent), ratio: append.ratio } }),
      ...(ik && {
        ik: {
          ...ik,
          effector: exampleBoneIndex(ik.effector),
          links: ik.links.map((link) => ({ ...link, bone: exampleBoneIndex(link.bone) })),
        },
      }),
    }),
  );
}
