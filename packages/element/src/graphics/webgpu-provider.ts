import type { OpenGraphics } from './graphics.js';

/** Starts `WebGPURenderer`. Rejects with a sentence for developers if the browser has no WebGPU. */
export type StartWebGPU = () => Promise<OpenGraphics>;

let startWebGPU: StartWebGPU | undefined;

/** Makes `renderer="webgpu"` available; `@odori/element/webgpu` calls it. */
export function provideWebGPU(start: StartWebGPU): void {
  startWebGPU = start;
}

/**
 * What draws with `WebGPURenderer`. {@link OpenGraphics} must be called once, or the renderer stays.
 *
 * @throws Error (as rejection): why the browser or the page cannot draw with it.
 */
export async function openWebGPU(): Promise<OpenGraphics> {
  if (!startWebGPU) throw new Error('renderer="webgpu" needs the import of @odori/element/webgpu');
  return startWebGPU();
}
