/** Starts a worker of a pool. Bundlers know this form, and write a file for the worker. */
export function openPoseWorker(): Worker {
  return new Worker(new URL('./pose-worker.js', import.meta.url), { type: 'module', name: 'odori-poses' });
}
