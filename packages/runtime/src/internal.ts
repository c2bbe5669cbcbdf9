/*
 * Names for Odori's other packages alone: not documented, and not covered by semantic versioning. Needs no
 * three.
 */
export { bakePoses } from './bake/bake-poses.js';
export type { BakedBone, KeyColumns } from './bake/baked-keys.js';
export { LineReducer } from './bake/line-reducer.js';
export { PoseReducer, type PoseTolerance, type RestingBones } from './bake/pose-reducer.js';
export { reduceKeys } from './bake/reduce-keys.js';
export type { FileProblems } from './file-problems/file-problems.js';
export { checkedNotNegative, finite } from './checked-number.js';
export { humanParent, isHumanBone, REQUIRED_BONES } from './joints/human-bones.js';
export { FOOT_CONTACTS, footContacts, footJoints } from './joints/foot-contacts.js';
export { type JointSpace, NUMBERS_PER_JOINT, PoseSampler } from './joints/pose-sampler.js';
export { jointOf } from './joints/sample-motion.js';
export { sampledFrames } from './joints/sample-times.js';
export { findSourceBones, nearest, type SourceBones } from './joints/source-bones.js';
export { solveAsMmd } from './motion/curve-weight.js';
export { findKey, segmentFraction } from './motion/key-cursor.js';
export { fromLeftToRight } from './motion/from-left-to-right.js';
export { placesInMotions } from './motion/places-in-motions.js';
export { randomFrom } from './random.js';
export { createSkeletonDefinition } from './rig/create-skeleton-definition.js';
export { readLocalPose } from './rig/read-local-pose.js';
export { RigPose } from './rig/rig-pose.js';
export { invert as invertRotation, writeRotation } from './rotation.js';
export { flipCameraAngles, flipPositions, flipRotations, flipTriangles } from './space.js';
