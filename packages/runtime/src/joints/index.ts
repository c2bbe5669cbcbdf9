/**
 * Joints of bodies by names that other programs know, and poses as arrays of numbers for analysis and machine
 * learning. Needs no three and runs in Node and in workers.
 *
 * @module @odori/runtime/joints
 */
export { findJoints, type Joint, type JointSet } from './find-joints.js';
export type { ContactOptions } from './foot-contacts.js';
export { HUMAN_BONES, type HumanBoneName } from './human-bones.js';
export { motionFeatures, type MotionFeatures, type MotionFeaturesOptions } from './motion-features.js';
export { sampleMotion, type SampleMotionOptions } from './sample-motion.js';
