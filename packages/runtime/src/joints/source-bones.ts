import type { RigDefinition } from '../rig/rig-definition.js';
import { HUMAN_BONES, type HumanBoneName, humanParent } from './human-bones.js';

/** The bones of an MMD model that stand for human bones. */
export interface SourceBones {
  /**
   * The bone whose world rotation counts, −1 = none. Of arms this is the twist bone, which has the arm's
   * rotation in it.
   */
  rotation(bone: HumanBoneName): number;
  /** The bone at the joint, −1 = none. */
  joint(bone: HumanBoneName): number;
}

/**
 * Resolves names, once. Digits and letters may be full or half width. O(bones · depth).
 *
 * A bone without a counterpart in the model has none here; it follows the human bone above it.
 */
export function findSourceBones({ boneNames, parents }: RigDefinition): SourceBones {
  const indices = new Map<string, number>();
  boneNames.forEach((name, index) => {
    const plain = name.normalize('NFKC');
    if (!indices.has(plain)) indices.set(plain, index);
  });
  const find = (name: string): number => indices.get(name) ?? -1;
  const isAbove = (bone: number, below: number): boolean => {
    for (let each = below; each >= 0; each = parents[each]) if (each === bone) return true;
    return false;
  };
  const joint = (bone: HumanBoneName): number =>
    namesOf(bone)
      .map(find)
      .find((index) => index >= 0) ?? -1;
  const twist = (bone: HumanBoneName): number => {
    const [side, part] = splitSide(bone);
    const index = part in TWISTS ? find(side + TWISTS[part].name) : -1;
    // Some models have twist bones that nothing hangs on.
    return index >= 0 && isAbove(index, joint((bone.replace(part, '') + TWISTS[part].next) as HumanBoneName))
      ? index
      : -1;
  };
  const joints = new Map(HUMAN_BONES.map((bone) => [bone, joint(bone)]));
  const rotations = new Map(
    HUMAN_BONES.map((bone) => [bone, twist(bone) >= 0 ? twist(bone) : joints.get(bone)!]),
  );
  return { rotation: (bone) => rotations.get(bone)!, joint: (bone) => joints.get(bone)! };
}

/** The nearest human bone, the bone itself or one above it, for which an index is known. */
export function nearest(
  bone: HumanBoneName,
  indexOf: (bone: HumanBoneName) => number,
): HumanBoneName | undefined {
  let each: HumanBoneName | undefined = bone;
  while (each !== undefined && indexOf(each) < 0) each = humanParent(each);
  return each;
}

/** Bones that carry the trunk, from the waist down; some models lack the upper ones. */
const CARRIERS = ['腰', 'グルーブ', 'センター', '全ての親'];

/** The first of these names that a model has; NFKC. */
function namesOf(bone: HumanBoneName): readonly string[] {
  const middle = TRUNK[bone];
  if (middle !== undefined) return middle;
  const [side, part] = splitSide(bone);
  const [, finger, joint] = /^(Thumb|Index|Middle|Ring|Little)(.+)$/.exec(part) ?? [];
  if (finger === undefined) return (PARTS[part] ?? []).map((name) => side + name);
  const joints =
    finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal'] : ['', 'Proximal', 'Intermediate', 'Distal'];
  return [side + FINGERS[finger] + joints.indexOf(joint)];
}

function splitSide(bone: HumanBoneName): [side: string, part: string] {
  const [, side, part] = /^(left|right)(.+)$/.exec(bone) ?? [undefined, '', bone];
  return [side === 'left' ? '左' : '右', part];
}

const TRUNK: Readonly<Partial<Record<HumanBoneName, readonly string[]>>> = {
  hips: ['下半身', ...CARRIERS],
  spine: ['上半身', ...CARRIERS],
  chest: ['上半身2'],
  upperChest: ['上半身3'],
  neck: ['首'],
  head: ['頭'],
  jaw: [],
};

const PARTS: Readonly<Record<string, readonly string[]>> = {
  Eye: ['目'],
  UpperLeg: ['足D', '足'],
  LowerLeg: ['ひざD', 'ひざ'],
  Foot: ['足首D', '足首'],
  Toes: ['足先EX'],
  Shoulder: ['肩'],
  UpperArm: ['腕'],
  LowerArm: ['ひじ'],
  Hand: ['手首'],
};

const TWISTS: Readonly<Record<string, { readonly name: string; readonly next: string }>> = {
  UpperArm: { name: '腕捩', next: 'LowerArm' },
  LowerArm: { name: '手捩', next: 'Hand' },
};

const FINGERS: Readonly<Record<string, string>> = {
  Thumb: '親指',
  Index: '人指',
  Middle: '中指',
  Ring: '薬指',
  Little: '小指',
};
