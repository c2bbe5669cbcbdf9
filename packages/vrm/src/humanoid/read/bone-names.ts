import { HUMAN_BONES, type HumanBoneName } from '@odori/runtime/joints';

/**
 * A table of names that is built in. Prefixes (`mixamorig:`, `Armature|`), case, spaces and underscores do
 * not matter.
 *
 * @inline
 */
export type BoneNameTable = 'mixamo' | 'unity' | 'readyPlayerMe';

/** Which bone of a skeleton is which human bone: a table, or names of your own by human bone. */
export type BoneNames = BoneNameTable | Readonly<Partial<Record<HumanBoneName, string>>>;

/**
 * The index of each human bone in a list of names, by a table; without one, by the table that fits most
 * bones. O(names).
 *
 * @example
 * findHumanBones(['Armature', 'mixamorig:Hips', 'mixamorig:Spine']); // → Map { 'hips' → 1, 'spine' → 2 }
 */
export function findHumanBones(
  names: readonly (string | undefined)[],
  bones?: BoneNames,
): Map<HumanBoneName, number> {
  if (bones !== undefined)
    return findBy(typeof bones === 'string' ? TABLES[bones] : (bone) => bones[bone], names);
  const found = [TABLES.mixamo, TABLES.unity].map((nameOf) => findBy(nameOf, names));
  return found[0].size >= found[1].size ? found[0] : found[1];
}

type NameOf = (bone: HumanBoneName) => string | undefined;

function findBy(nameOf: NameOf, names: readonly (string | undefined)[]): Map<HumanBoneName, number> {
  const exact = new Map<string, number>();
  const plain = new Map<string, number>();
  names.forEach((name, index) => {
    if (name === undefined) return;
    if (!exact.has(name)) exact.set(name, index);
    if (!plain.has(plainName(name))) plain.set(plainName(name), index);
  });
  const found = new Map<HumanBoneName, number>();
  for (const bone of HUMAN_BONES) {
    const name = nameOf(bone);
    const index = name === undefined ? undefined : (exact.get(name) ?? plain.get(plainName(name)));
    if (index !== undefined) found.set(bone, index);
  }
  return found;
}

function plainName(name: string): string {
  return name
    .replace(/^.*[:|]/, '')
    .replace(/^mixamorig\d*/i, '')
    .replace(/[\s_.-]/g, '')
    .toLowerCase();
}

const MIXAMO: Readonly<Record<string, string>> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  upperChest: 'Spine2',
  neck: 'Neck',
  head: 'Head',
  Eye: 'Eye',
  Shoulder: 'Shoulder',
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  Hand: 'Hand',
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Foot: 'Foot',
  Toes: 'ToeBase',
};

/** Human bones have the finger and one of these in their names, the Mixamo ones the finger and 1, 2 or 3. */
const FINGER = /^(Thumb|Index|Middle|Ring|Little)(Metacarpal|Proximal|Intermediate|Distal)$/;

function splitSide(bone: HumanBoneName): [side: string, part: string] {
  const [, side = '', part = bone] = /^(left|right)(.+)$/.exec(bone) ?? [];
  return [side === '' ? '' : side === 'left' ? 'Left' : 'Right', part];
}

function mixamoName(bone: HumanBoneName): string | undefined {
  const [side, part] = splitSide(bone);
  const [, finger, joint] = FINGER.exec(part) ?? [];
  if (finger === undefined) return MIXAMO[part] === undefined ? undefined : side + MIXAMO[part];
  const joints = finger === 'Thumb' ? THUMB : ['Proximal', 'Intermediate', 'Distal'];
  return `${side}Hand${finger === 'Little' ? 'Pinky' : finger}${joints.indexOf(joint) + 1}`;
}

const THUMB = ['Metacarpal', 'Proximal', 'Distal'];

/** Unity and VRM 0.x count the joints of the thumb as those of the other fingers. */
export const THUMB_OF_UNITY: Readonly<Record<string, string>> = {
  ThumbProximal: 'ThumbMetacarpal',
  ThumbIntermediate: 'ThumbProximal',
};

function unityName(bone: HumanBoneName): string {
  const [side, part] = splitSide(bone);
  const [thumb] = Object.entries(THUMB_OF_UNITY).find(([, name]) => name === part) ?? [part];
  return side + thumb;
}

const TABLES: Readonly<Record<BoneNameTable, NameOf>> = {
  mixamo: mixamoName,
  readyPlayerMe: mixamoName,
  unity: unityName,
};
