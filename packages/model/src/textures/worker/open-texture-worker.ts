/** Starts the worker that decodes large TGA textures. Bundlers know this form, and write a file for the worker. */
export function openTextureWorker(): Worker {
  return new Worker(new URL('./texture-worker.js', import.meta.url), {
    type: 'module',
    name: 'odori-texture',
  });
}
