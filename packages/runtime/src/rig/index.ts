/**
 * Bones, solved as MMD solves them. Needs no three and runs in Node and in workers.
 *
 * @module @odori/runtime/rig
 */
export {
  bindMotion,
  type BindOptions,
  type MissingNames,
  type MotionBinding,
  type NameReport,
} from './bind-motion.js';
export { createRigDefinition } from './create-rig-definition.js';
export { noticeableMissing, type NoticeableNames } from './noticeable-missing.js';
export type { IkDefinition, MorphDefinition, RigBone, RigDefinition, RigSource } from './rig-definition.js';
export type { HeldBones } from './held-bones.js';
export { Rig } from './rig.js';
export type { RigPose } from './rig-pose.js';
export { multiply as multiplyRotations, rotateVector } from '../rotation.js';
export type { ExternalParent, RigOptions } from './rig-state.js';
