/**
 * The side of the worker, where loaders parse files. Needs no three.
 *
 * @module @odori/runtime/worker
 */
export { answerRequests } from './answer-requests.js';
