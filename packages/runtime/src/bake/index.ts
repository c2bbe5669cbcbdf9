/**
 * Solved motions as ordinary keyframes, for players without IK. Needs no three and runs in Node and in
 * workers.
 *
 * @module @odori/runtime/bake
 */
export { bakeMotion } from './bake-motion.js';
export type { BakedMotion, BakeMotionOptions } from './bake-poses.js';
export type { PoseSource } from './pose-source.js';
export type { BakeTolerance } from './tolerance.js';
