/** Starts the worker of {@link loadModel}. Bundlers know this form, and write a file for the worker. */
export function openModelWorker(): Worker {
  return new Worker(new URL('./model-worker.js', import.meta.url), { type: 'module', name: 'odori-model' });
}
