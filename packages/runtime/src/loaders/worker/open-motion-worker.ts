/** Starts the worker of {@link loadMotion}. Bundlers know this form, and write a file for the worker. */
export function openMotionWorker(): Worker {
  return new Worker(new URL('./motion-worker.js', import.meta.url), { type: 'module', name: 'odori-motion' });
}
