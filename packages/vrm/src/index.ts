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
  REQUIRED_BONES,
} from './humanoid/index.js';
