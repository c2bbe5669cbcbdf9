/**
 * MMD's motions on VRM and other humanoids.
 *
 * @module @odori/vrm
 */
export {
  bindExpressions,
  type BoneNames,
  type BoneNameTable,
  type ExpressionBinding,
  type ExpressionOptions,
  findHumanBones,
  GlbError,
  type GlbErrorCode,
  HUMAN_BONES,
  type HumanBoneName,
  type Humanoid,
  HumanoidError,
  type HumanoidErrorCode,
  type HumanoidLookAt,
  humanoidOf,
  HumanoidPose,
  type HumanoidPoseOptions,
  type HumanoidPoses,
  motionOfHumanoid,
  type MotionOfHumanoidOptions,
  humanParent,
  isHumanBone,
  readHumanoid,
  type ReadHumanoidOptions,
  REQUIRED_BONES,
  type RetargetedMotion,
  retargetMotion,
  type RetargetOptions,
  standardSource,
  type StandardSourceOptions,
} from './humanoid/index.js';
