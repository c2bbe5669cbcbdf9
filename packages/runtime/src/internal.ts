/*
 * Names for Odori's other packages alone: not documented, and not covered by semantic versioning. Needs no
 * three.
 */
export { bakePoses } from './bake/bake-poses.js';
export { reduceKeys } from './bake/reduce-keys.js';
export { type PoseTolerance, reducePoses, type SkeletonPoses } from './bake/reduce-poses.js';
export type { BakedBone } from './bake/sample-reducer.js';
export { finite } from './checked-number.js';
export { solveAsMmd } from './motion/curve-weight.js';
export { findKey, segmentFraction } from './motion/key-cursor.js';
export { createSkeletonDefinition } from './rig/create-skeleton-definition.js';
export { readLocalPose } from './rig/read-local-pose.js';
export { RigPose } from './rig/rig-pose.js';
export { invert as invertRotation, writeRotation } from './rig/rotation.js';
export { flipCameraAngles, flipPositions, flipRotations, flipTriangles } from './space.js';
