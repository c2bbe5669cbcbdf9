/**
 * Poses models in workers: keyframes, IK and physics off the main thread.
 *
 * @module @odori/model/pose-pool
 */
export { PosePool, type PosePoolOptions, PoseWarningEvent } from './pose-pool.js';
