/**
 * MMD's motions on VRM and other humanoids.
 *
 * @module @odori/vrm
 */
export {
  type BoneNames,
  type BoneNameTable,
  findHumanBones,
  GlbError,
  type GlbErrorCode,
  HUMAN_BONES,
  type HumanBoneName,
  type Humanoid,
  HumanoidError,
  type HumanoidErrorCode,
  type HumanoidLookAt,
  humanParent,
  isHumanBone,
  parseVrma,
  readHumanoid,
  type ReadHumanoidOptions,
  REQUIRED_BONES,
  serializeVrma,
  type VrmAnimation,
  type VrmAnimationLookAt,
  type VrmTrack,
} from './humanoid/index.js';
