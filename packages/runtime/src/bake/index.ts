/**
 * Solved motions as ordinary keyframes, for players without IK. Needs no three and runs in Node and in workers.
 *
 * @module @odori/runtime/bake
 */
export { bakeMotion } from './bake-motion.js';
export { type BakedMotion, bakePoses, type BakeMotionOptions } from './bake-poses.js';
export type { PoseSource } from './pose-source.js';
export { reduceKeys } from './reduce-keys.js';
export { type PoseTolerance, reducePoses, type SkeletonPoses } from './reduce-poses.js';
export type { BakedBone } from './sample-reducer.js';
export type { ReplayError } from './solved-poses.js';
export type { BakeTolerance } from './tolerance.js';
