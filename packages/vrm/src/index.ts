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
  readHumanoid,
  type ReadHumanoidOptions,
  REQUIRED_BONES,
} from './humanoid/index.js';
