import type { RigDefinition } from '../rig/rig-definition.js';
import { HUMAN_BONES, type HumanBoneName, humanParent } from './human-bones.js';
import { findSourceBones } from './source-bones.js';

/** `smpl24`: the 24 joints of SMPL. `humanoid`: the 55 human bones of VRM 1.0. */
export type JointSet = 'smpl24' | 'humanoid';

/** A joint of a body, and the bones of a model that stand for it. */
export interface Joint {
  readonly name: string;
  /** The bone at the joint. */
  readonly bone: number;
  /**
   * The bone whose rotation counts: the twist bone of an arm, which has the arm's rotation in it; else that
   * at the joint.
   */
  readonly rotation: number;
  /** The model has no bone for this joint: it stands with the next joint above that the model has. */
  readonly isMissing: boolean;
}

/** The human bone of each joint of SMPL, in SMPL's order. */
const SMPL: readonly (readonly [joint: string, human: HumanBoneName])[] = [
  ['pelvis', 'hips'],
  ['left_hip', 'leftUpperLeg'],
  ['right_hip', 'rightUpperLeg'],
  ['spine1', 'spine'],
  ['left_knee', 'leftLowerLeg'],
  ['right_knee', 'rightLowerLeg'],
  ['spine2', 'chest'],
  ['left_ankle', 'leftFoot'],
  ['right_ankle', 'rightFoot'],
  ['spine3', 'upperChest'],
  ['left_foot', 'leftToes'],
  ['right_foot', 'rightToes'],
  ['neck', 'neck'],
  ['left_collar', 'leftShoulder'],
  ['right_collar', 'rightShoulder'],
  ['head', 'head'],
  ['left_shoulder', 'leftUpperArm'],
  ['right_shoulder', 'rightUpperArm'],
  ['left_elbow', 'leftLowerArm'],
  ['right_elbow', 'rightLowerArm'],
  ['left_wrist', 'leftHand'],
  ['right_wrist', 'rightHand'],
  ['left_hand', 'leftMiddleProximal'],
  ['right_hand', 'rightMiddleProximal'],
];

/** Older models mark the tips of the feet by bones that nothing bends. */
const TIPS: Readonly<Partial<Record<HumanBoneName, string>>> = {
  leftToes: '左つま先',
  rightToes: '右つま先',
};

/**
 * The joints of a set, in its order, and the bones of a model that stand for them. O(bones · depth).
 *
 * The number of joints is that of the set, whatever the model: arrays of several models have one shape. A
 * joint stands where MMD's bone does: `pelvis` (下半身, lower body) is at the waist, above SMPL's.
 *
 * @throws RangeError if the model has no bones.
 * @example
 * const joints = findJoints(rig.definition, 'smpl24'); // → 24 joints
 * joints[7]; // → { name: 'left_ankle', bone: 75, rotation: 75, isMissing: false }
 */
export function findJoints(definition: RigDefinition, set: JointSet): Joint[] {
  if (definition.boneCount === 0) throw new RangeError('the model has no bones');
  const source = findSourceBones(definition);
  const tipOf = (human: HumanBoneName): number => definition.boneNames.indexOf(TIPS[human] ?? '');
  const find = (human: HumanBoneName): Omit<Joint, 'name'> => {
    const bone = source.joint(human);
    if (bone >= 0) return { bone, rotation: source.rotation(human), isMissing: false };
    const tip = tipOf(human);
    if (tip >= 0) return { bone: tip, rotation: tip, isMissing: false };
    const above = humanParent(human);
    return { ...(above === undefined ? { bone: 0, rotation: 0 } : find(above)), isMissing: true };
  };
  if (set === 'smpl24') return SMPL.map(([name, human]) => ({ name, ...find(human) }));
  return HUMAN_BONES.map((name) => ({ name, ...find(name) }));
}
