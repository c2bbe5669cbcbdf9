/**
 * Parses files in workers: what the loaders of Odori share. Needs no three.
 *
 * @module @odori/runtime/worker
 */
export { answerRequests } from './answer-requests.js';
export { runInWorker, type WorkerOptions, type WorkerUse } from './run-in-worker.js';
