type Side = 'left' | 'right';
type Trunk = 'hips' | 'spine' | 'chest' | 'upperChest' | 'neck' | 'head' | 'jaw';
type Limb =
  | 'Eye'
  | `${'Upper' | 'Lower'}${'Leg' | 'Arm'}`
  | 'Foot'
  | 'Toes'
  | 'Shoulder'
  | 'Hand'
  | `Thumb${'Metacarpal' | 'Proximal' | 'Distal'}`
  | `${'Index' | 'Middle' | 'Ring' | 'Little'}${'Proximal' | 'Intermediate' | 'Distal'}`;

/** A bone of a humanoid, by its name in VRM 1.0. */
export type HumanBoneName = Trunk | `${Side}${Limb}`;

/**
 * Chains of bones: the bone that they hang on, then each below the one before. Of the sides without the side.
 */
const TRUNK = ['hips spine chest upperChest neck head'];
const HEAD = ['head Eye'];
const LEG = ['hips UpperLeg LowerLeg Foot Toes'];
const ARM = [
  'upperChest Shoulder UpperArm LowerArm Hand',
  'Hand ThumbMetacarpal ThumbProximal ThumbDistal',
  ...['Index', 'Middle', 'Ring', 'Little'].map(
    (finger) => `Hand ${finger}Proximal ${finger}Intermediate ${finger}Distal`,
  ),
];

/** The parent of every human bone, parents first. */
const PARENTS: ReadonlyMap<string, HumanBoneName | undefined> = /* @__PURE__ */ createParents();

function createParents(): Map<string, HumanBoneName | undefined> {
  const parents = new Map<string, HumanBoneName | undefined>([['hips', undefined]]);
  const add = (chains: readonly string[], side: string): void => {
    for (const chain of chains) {
      const [start, ...parts] = chain.split(' ');
      let parent = parents.has(start) ? start : side + start;
      for (const part of parts) {
        parents.set(side + part, parent as HumanBoneName);
        parent = side + part;
      }
    }
  };
  add(TRUNK, '');
  for (const side of ['left', 'right']) add(HEAD, side);
  add(['head jaw'], '');
  for (const limb of [LEG, ARM]) for (const side of ['left', 'right']) add(limb, side);
  return parents;
}

/**
 * All human bones of VRM 1.0, parents first.
 *
 * @see https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm-1.0/humanoid.md
 * @example
 * HUMAN_BONES[0]; // → 'hips'
 * HUMAN_BONES.length; // → 55
 */
export const HUMAN_BONES: readonly HumanBoneName[] = [...PARENTS.keys()] as HumanBoneName[];

/** The bones that every VRM file must have. */
export const REQUIRED_BONES: readonly HumanBoneName[] = /* @__PURE__ */ HUMAN_BONES.filter((bone) =>
  /^hips|^spine|^head|Upper|Lower|Foot|Hand$/.test(bone),
);

/** The human bone above another one, whether or not an avatar has it. undefined for the hips. O(1). */
export function humanParent(bone: HumanBoneName): HumanBoneName | undefined {
  return PARENTS.get(bone);
}

/** Whether a text is the name of a human bone. O(1). */
export function isHumanBone(name: string): name is HumanBoneName {
  return PARENTS.has(name);
}
