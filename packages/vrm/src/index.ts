/**
 * MMD's motions on VRM and other humanoids.
 *
 * @module @odori/vrm
 */
export { bindHumanoid } from './bind/bind-humanoid.js';
export { bindVrm } from './bind/bind-vrm.js';
export { type ScalableVrm, scaleVrm } from './bind/scale-vrm.js';
export type { HumanoidBinding } from './bind/humanoid-binding.js';
export type { VrmLike } from './bind/vrm-like.js';
export {
  bindExpressions,
  type BoneNames,
  type ExpressionBinding,
  GlbError,
  type GlbErrorCode,
  type HumanBoneName,
  type Humanoid,
  HumanoidError,
  type HumanoidErrorCode,
  HumanoidPose,
  type HumanoidPoses,
  motionOfHumanoid,
  readHumanoid,
  readVrmMeta,
  type RetargetedMotion,
  retargetMotion,
  type VrmMeta,
  standardSource,
} from './humanoid/index.js';
export {
  bakeVrmAnimation,
  motionOfVrmAnimation,
  parseVrma,
  serializeVrma,
  type VrmAnimation,
  type VrmTrack,
} from './vrma/index.js';
