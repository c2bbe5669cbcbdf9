/**
 * Humanoid avatars: what they need to dance to a motion of MMD. Needs no three and runs in Node and in
 * workers.
 *
 * @module @odori/vrm/humanoid
 */
export { GlbError, type GlbErrorCode } from '../glb/glb.js';
export { HUMAN_BONES, type HumanBoneName, humanParent, isHumanBone, REQUIRED_BONES } from './human-bones.js';
export { bindExpressions, type ExpressionBinding, type ExpressionOptions } from './expressions.js';
export { HumanoidError, type HumanoidErrorCode } from './humanoid-error.js';
export { HumanoidPose, type HumanoidPoseOptions } from './pose/humanoid-pose.js';
export { humanoidOf } from './pose/humanoid-of.js';
export {
  type HumanoidPoses,
  motionOfHumanoid,
  type MotionOfHumanoidOptions,
} from './retarget/motion-of-humanoid.js';
export { type RetargetedMotion, retargetMotion, type RetargetOptions } from './retarget/retarget-motion.js';
export { standardSource, type StandardSourceOptions } from './standard-source.js';
export { type BoneNames, type BoneNameTable, findHumanBones } from './read/bone-names.js';
export { readHumanoid, type ReadHumanoidOptions } from './read/read-humanoid.js';
export { readVrmMeta, type VrmMeta } from './read/vrm-meta.js';
export type { EyeRange, EyeRanges, Humanoid, HumanoidLookAt } from './humanoid.js';
export {
  bakeVrmAnimation,
  type BakeVrmAnimationOptions,
  type VrmAnimationTolerance,
} from '../vrma/bake-vrm-animation.js';
export { motionOfVrmAnimation } from '../vrma/motion-of-vrm-animation.js';
export { parseVrma } from '../vrma/parse-vrma.js';
export { serializeVrma } from '../vrma/serialize-vrma.js';
export {
  type VrmAnimation,
  vrmAnimationDuration,
  type VrmAnimationLookAt,
  type VrmTrack,
} from '../vrma/vrm-animation.js';
