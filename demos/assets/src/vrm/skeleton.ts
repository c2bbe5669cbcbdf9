import type { Pmx } from '@odori/format';
import { add, along, cross, dot, sub, turned, unit, type V3 } from '../mesh/vector.js';
import { oppositeName } from '../mesh/opposite-name.js';

/** Metres per MMD unit. */
export const UNIT = 0.08;

/** A joint of the avatar. */
export interface Joint {
  readonly name: string;
  /** Its human bone; undefined for hair, skirt and sash, and for their tips. */
  readonly human: string | undefined;
  /** An index into the joints, −1 for the hips. */
  readonly parent: number;
  /** In the T-pose: three's space, metres. */
  readonly place: V3;
  /** The same in the rest pose of the PMX. */
  readonly placeBefore: V3;
  /** Turns a direction of the T-pose into that of the PMX's rest pose. */
  readonly turnBack: (direction: V3) => V3;
}

/** The avatar's skeleton, and what became of the bones of the PMX. */
export interface Skeleton {
  /** Parents first. */
  readonly joints: readonly Joint[];
  /** Per bone of the PMX, the joint that moves its vertices. */
  readonly jointOf: readonly number[];
}

const FINGERS = { Index: '人指', Middle: '中指', Ring: '薬指', Little: '小指' } as const;
const PHALANGES = ['Proximal', 'Intermediate', 'Distal'];

/**
 * The bones that become human bones; those of the left side are mirrored. Legs are the D bones, which carry
 * the vertices.
 */
const LEFT: Readonly<Record<string, string>> = {
  左目: 'leftEye',
  左肩: 'leftShoulder',
  左腕: 'leftUpperArm',
  左ひじ: 'leftLowerArm',
  左手首: 'leftHand',
  左親指０: 'leftThumbMetacarpal',
  左親指１: 'leftThumbProximal',
  左親指２: 'leftThumbDistal',
  ...Object.fromEntries(
    Object.entries(FINGERS).flatMap(([finger, name]) =>
      PHALANGES.map((part, i) => [`左${name}${'１２３'[i]}`, `left${finger}${part}`]),
    ),
  ),
  左足D: 'leftUpperLeg',
  左ひざD: 'leftLowerLeg',
  左足首D: 'leftFoot',
  左足先EX: 'leftToes',
};

const HUMAN: ReadonlyMap<string, string> = new Map([
  ['下半身', 'hips'],
  ['上半身', 'spine'],
  ['上半身2', 'chest'],
  ['首', 'neck'],
  ['頭', 'head'],
  ...Object.entries(LEFT),
  ...Object.entries(LEFT).map(([name, bone]) => [oppositeName(name), bone.replace('left', 'right')] as const),
]);

/** Where the hips turn: at the waist, between legs and spine. */
const HIPS_AT = '腰';
/** Strands of hair, skirt and sash, by the names of their bones without the number of the joint. */
export const STRAND: RegExp = /^(.*(?:テール|横髪|前髪|後髪|スカート\d_|帯))(\d)$/;
/** The strands of the skirt. */
export const SKIRT: RegExp = /スカート/;
/** The bones that carry the front of the skirt. */
const SKIRT_FRONT = /前裾\d$/;
const FINGER = /[人中薬小]指/;

/**
 * The joints of the avatar in VRM's T-pose: the arms are level, and fingers are straight. All other bones
 * stay as they rest.
 *
 * Bones that only MMD needs are left out; their vertices go to the next joint above.
 */
export function createSkeleton(pmx: Pmx): Skeleton {
  const joints: Joint[] = [];
  const jointOf = new Map<number, number>();
  const kept = pmx.bones.map(({ name }) => HUMAN.has(name) || STRAND.test(name) || SKIRT_FRONT.test(name));
  const hips = pmx.bones.findIndex(({ name }) => name === '下半身');
  /** The nearest bone at or above one that is kept. */
  const keptAbove = (bone: number): number => {
    let at = bone;
    while (at >= 0 && !kept[at]) at = pmx.bones[at].parent;
    return at < 0 ? hips : at;
  };
  const addBone = (bone: number): number => {
    const known = jointOf.get(bone);
    if (known !== undefined) return known;
    const { name, parent: above } = pmx.bones[bone];
    const parent = bone === hips ? -1 : addBone(keptAbove(above));
    const placeBefore = toThree(placeOf(pmx, name === '下半身' ? HIPS_AT : name));
    const joint = turnedJoint(pmx, bone, placeBefore, parent < 0 ? undefined : joints[parent]);
    const index = joints.push({ ...joint, name, human: HUMAN.get(name), parent }) - 1;
    jointOf.set(bone, index);
    return index;
  };
  pmx.bones.forEach((_, bone) => {
    if (kept[bone]) addBone(bone);
  });
  const ofBones = pmx.bones.map((_, bone) => jointOf.get(keptAbove(bone))!);
  addTips(pmx, joints, jointOf);
  return { joints, jointOf: ofBones };
}

/** From MMD's space and units to three's and metres. */
export function toThree([x, y, z]: readonly [number, number, number]): V3 {
  return [x * UNIT, y * UNIT, -z * UNIT];
}

function placeOf(pmx: Pmx, name: string): V3 {
  const bone = pmx.bones.find((each) => each.name === name);
  if (!bone) throw new RangeError(`the dancer has no ${name}`);
  return [...bone.position] as V3;
}

const asItIs = (direction: V3): V3 => direction;

function turnedJoint(
  pmx: Pmx,
  bone: number,
  placeBefore: V3,
  parent: Joint | undefined,
): Pick<Joint, 'place' | 'placeBefore' | 'turnBack'> {
  const { name } = pmx.bones[bone];
  const above = parent?.turnBack ?? asItIs;
  const place = parent
    ? add(parent.place, turnForwards(above, sub(placeBefore, parent.placeBefore)))
    : placeBefore;
  const isUpperArm = /^[左右]腕$/.test(name);
  if (!isUpperArm && !FINGER.test(name)) return { place, placeBefore, turnBack: above };
  const now = unit(turnForwards(above, directionOf(pmx, bone)));
  const level: V3 = isUpperArm ? [Math.sign(now[0]), 0, 0] : unit([now[0], 0, now[2]]);
  const axis = unit(cross(level, now));
  const angle = Math.acos(Math.min(dot(level, now), 1));
  return { place, placeBefore, turnBack: (direction) => above(turned(direction, axis, angle)) };
}

/** The opposite of a turn. */
function turnForwards(turnBack: (direction: V3) => V3, [x, y, z]: V3): V3 {
  const axes: V3[] = [turnBack([1, 0, 0]), turnBack([0, 1, 0]), turnBack([0, 0, 1])];
  return axes.map((axis) => dot(axis, [x, y, z])) as V3;
}

/** Where a bone points at rest, in three's space. */
function directionOf({ bones }: Pmx, bone: number): V3 {
  const { tail, position } = bones[bone];
  if (typeof tail !== 'number') return toThree([...tail] as V3);
  return sub(toThree([...bones[tail].position] as V3), toThree([...position] as V3));
}

/** The last joint of a strand needs a tip, which says where it points. */
function addTips(pmx: Pmx, joints: Joint[], jointOf: ReadonlyMap<number, number>): void {
  for (const [bone, index] of jointOf) {
    const strand = STRAND.exec(pmx.bones[bone].name);
    if (!strand || typeof pmx.bones[bone].tail === 'number') continue;
    const { place, placeBefore, turnBack } = joints[index];
    const way = directionOf(pmx, bone);
    joints.push({
      name: `${strand[1]}先`,
      human: undefined,
      parent: index,
      place: along(place, way, 1),
      placeBefore: along(placeBefore, way, 1),
      turnBack,
    });
  }
}
