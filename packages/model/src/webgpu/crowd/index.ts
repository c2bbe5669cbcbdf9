/**
 * Crowds of one model, for three's `WebGPURenderer`. Needs three 0.187 or newer.
 *
 * @example
 * import { loadModel } from '@odori/model/webgpu';
 * import { ModelCrowd } from '@odori/model/crowd';
 *
 * @module @odori/model/crowd
 */
export { ModelCrowd } from './model-crowd.js';
