/**
 * MMD's bones, solved as MMD solves them. Needs no three: for Node and workers too.
 *
 * @module @odori/runtime/rig
 */
export { type BakedMotion, bakeMotion, type BakeMotionOptions } from './bake/bake-motion.js';
export type { ReplayError } from './bake/compare-replay.js';
export { bindMotion, type MissingNames, type MotionBinding } from './bind-motion.js';
export { createRigDefinition } from './create-rig-definition.js';
export { createSkeletonDefinition, type SkeletonBone } from './create-skeleton-definition.js';
export type { RigBone, RigSource } from './rig-bone.js';
export { readLocalPose } from './read-local-pose.js';
export { Rig } from './rig.js';
export type {
  EulerOrder,
  IkDefinition,
  IkLimits,
  IkLink,
  MorphDefinition,
  MorphGroup,
  MovedBone,
  RigDefinition,
  RigStage,
} from './rig-definition.js';
export { RigPose } from './rig-pose.js';
export type { ExternalParent, RigOptions } from './rig-state.js';
