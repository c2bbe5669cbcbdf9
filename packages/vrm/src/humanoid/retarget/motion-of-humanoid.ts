import { type BoneKey, createVmd, type MorphKey } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { Rig, type RigDefinition } from '@odori/runtime/rig';
import { createSkeletonDefinition } from '@odori/runtime/internal';
import type { HumanBoneName } from '@odori/runtime/joints';
import type { Humanoid } from '../humanoid.js';
import { standardSource } from '../standard-source.js';
import { bakeFollowing, type RetargetedMotion, type RetargetOptions } from './retarget-motion.js';

/** The poses of an avatar over time. */
export interface HumanoidPoses {
  /** 30 frames per second. */
  readonly lastFrame: number;
  /** The frames to sample, whole and ascending, from 0 to the last one: all by default. @internal */
  readonly frames?: readonly number[];
  /**
   * Writes the pose at a frame. `rotations`: x y z w per bone of the humanoid, relative to the human bone
   * above, of a normalized skeleton (one without rotations at rest). `hips`: where the hips are, x y z.
   * Three's space, facing +z.
   */
  sample(frame: number, rotations: Float64Array, hips: Float64Array): void;
}

/** Options of {@link motionOfHumanoid}. @inline */
export interface MotionOfHumanoidOptions extends RetargetOptions {
  /** The model that gets the motion. */
  readonly target?: RigDefinition; // standardSource()
  /** Keyframes of bones that are no part of a human body, such as 両目 (both eyes). */
  readonly bones?: readonly BoneKey[]; // none
  /** Keyframes of its morphs. */
  readonly morphs?: readonly MorphKey[]; // none
}

/**
 * The poses of any humanoid as a motion of MMD, with the feet on 足ＩＫ (leg IK): for VRM animations and for
 * clips of other skeletons.
 *
 * Whole frames are sampled. The units of the humanoid become MMD's by the ratio of the lengths of legs.
 * O(frames · solving · attempts).
 *
 * @throws HumanoidError if the target lacks bones of the trunk or the legs.
 * @throws RangeError if `lastFrame` is not a whole number from 0 to 199,999, or as `bakeMotion`.
 * @example
 * const { vmd } = motionOfHumanoid(humanoid, { lastFrame: 300, sample: (frame, rotations, hips) => {} });
 */
export function motionOfHumanoid(
  humanoid: Humanoid,
  poses: HumanoidPoses,
  { target = standardSource(), bones = [], morphs = [], ...options }: MotionOfHumanoidOptions = {},
): RetargetedMotion {
  const { lastFrame } = poses;
  if (!Number.isInteger(lastFrame) || lastFrame < 0)
    throw new RangeError(`lastFrame must be a whole number, at least 0, not ${lastFrame}`);
  const rig = new Rig(rigOf(humanoid));
  const rotations = new Float64Array(4 * humanoid.bones.length);
  const hips = new Float64Array(3);
  // The keyframes of the center are replaced; they give the motion its length.
  const length = [0, lastFrame].map((frame) => ({ name: 'センター', frame }));
  const motion = Motion.from(createVmd({ bones: [...length, ...bones], morphs }));
  return bakeFollowing(motion, target, options, { rig, frames: poses.frames }, (frame) => {
    poses.sample(frame, rotations, hips);
    rig.pose.rotations.set(rotations);
    for (let k = 0; k < 3; k++) rig.pose.translations[k] = hips[k] - humanoid.positions[k];
    rig.solve();
    rig.solveAfterPhysics();
  });
}

/** The avatar's bones by the names that an MMD model would have for them, in the same order. */
function rigOf({ bones, parents, positions }: Humanoid): RigDefinition {
  return createSkeletonDefinition(
    bones.map((bone, i) => ({
      name: mmdName(bone),
      parent: parents[i],
      position: [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]],
    })),
  );
}

const NAMES: Readonly<Record<string, string>> = {
  hips: '下半身',
  spine: '上半身',
  chest: '上半身2',
  upperChest: '上半身3',
  neck: '首',
  head: '頭',
  Eye: '目',
  UpperLeg: '足',
  LowerLeg: 'ひざ',
  Foot: '足首',
  Toes: '足先EX',
  Shoulder: '肩',
  UpperArm: '腕',
  LowerArm: 'ひじ',
  Hand: '手首',
  Thumb: '親指',
  Index: '人指',
  Middle: '中指',
  Ring: '薬指',
  Little: '小指',
  Metacarpal: '0',
  Intermediate: '2',
  Distal: '3',
};

function mmdName(bone: HumanBoneName): string {
  const [, side, part, joint] = /^(left|right)?([A-Za-z]+?)(Metacarpal|Proximal|Intermediate|Distal)?$/.exec(
    bone,
  )!;
  const mark = side === undefined ? '' : side === 'left' ? '左' : '右';
  if (joint === undefined) return mark + (NAMES[part] ?? part);
  const number = part === 'Thumb' && joint === 'Distal' ? '2' : joint === 'Proximal' ? '1' : NAMES[joint];
  return mark + NAMES[part] + number;
}
