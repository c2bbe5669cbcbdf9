/**
 * Humanoid avatars: what they need to dance to a motion of MMD. Needs no three and runs in Node and in
 * workers.
 *
 * @module @odori/vrm/humanoid
 */
export { GlbError, type GlbErrorCode } from '../glb/glb.js';
export type { HumanBoneName } from '@odori/runtime/joints';
export { bindExpressions, type ExpressionBinding } from './expressions.js';
export { HumanoidError, type HumanoidErrorCode } from './humanoid-error.js';
export { HumanoidPose } from './pose/humanoid-pose.js';
export { type HumanoidPoses, motionOfHumanoid } from './retarget/motion-of-humanoid.js';
export { type RetargetedMotion, retargetMotion } from './retarget/retarget-motion.js';
export { standardSource } from './standard-source.js';
export type { BoneNames } from './read/bone-names.js';
export { readHumanoid } from './read/read-humanoid.js';
export { readVrmMeta, type VrmMeta } from './read/vrm-meta.js';
export type { Humanoid } from './humanoid.js';
// What makes a file for an avatar; `@odori/vrm/vrma` has the rest.
export { bakeVrmAnimation } from '../vrma/bake-vrm-animation.js';
export { parseVrma } from '../vrma/parse-vrma.js';
export { serializeVrma } from '../vrma/serialize-vrma.js';
