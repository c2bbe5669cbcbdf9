/**
 * MMD's motions on VRM and other humanoids.
 *
 * @module @odori/vrm
 */
export {
  GlbError,
  type GlbErrorCode,
  HUMAN_BONES,
  type HumanBoneName,
  type Humanoid,
  type HumanoidLookAt,
  humanParent,
  isHumanBone,
  parseVrma,
  REQUIRED_BONES,
  serializeVrma,
  type VrmAnimation,
  type VrmAnimationLookAt,
  type VrmTrack,
} from './humanoid/index.js';
