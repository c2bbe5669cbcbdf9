/**
 * MMD's motions on VRM and other humanoids.
 *
 * @module @odori/vrm
 */
export { bindHumanoid, type BindHumanoidOptions } from './bind/bind-humanoid.js';
export { bindVrm } from './bind/bind-vrm.js';
export { type ScalableVrm, scaleVrm } from './bind/scale-vrm.js';
export { HumanoidBinding, type HumanoidBindingOptions } from './bind/humanoid-binding.js';
export type { VrmHumanoidLike, VrmLike, VrmLookAtLike, VrmSpringsLike } from './bind/vrm-like.js';
export {
  bakeVrmAnimation,
  type BakeVrmAnimationOptions,
  bindExpressions,
  type BoneNames,
  type BoneNameTable,
  type ExpressionBinding,
  type ExpressionOptions,
  type EyeRange,
  type EyeRanges,
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
  motionOfVrmAnimation,
  parseVrma,
  readHumanoid,
  type ReadHumanoidOptions,
  readVrmMeta,
  REQUIRED_BONES,
  type RetargetedMotion,
  retargetMotion,
  type RetargetOptions,
  serializeVrma,
  type VrmAnimation,
  vrmAnimationDuration,
  type VrmAnimationLookAt,
  type VrmAnimationTolerance,
  type VrmMeta,
  type VrmTrack,
  standardSource,
  type StandardSourceOptions,
} from './humanoid/index.js';
