/**
 * Lets `<odori-player renderer="webgpu">` draw with three's `WebGPURenderer`. Needs three 0.187 or newer.
 *
 * The code for it is loaded with the first such element in a browser that has WebGPU. Without a DOM, this
 * changes nothing.
 *
 * @example
 * import '@odori/element/define';
 * import '@odori/element/webgpu';
 *
 * @module @odori/element/webgpu
 */

import type { WebGPURenderer } from 'three/webgpu';
import { provideWebGPU } from './graphics/graphics.js';

declare module './graphics/renderers.js' {
  interface PageRenderers {
    readonly webgpu: WebGPURenderer;
  }
}

provideWebGPU(async (antialias) => {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error('this browser offers no WebGPU');
  const { startWebGPU } = await import('./graphics/webgpu/webgpu-graphics.js');
  return startWebGPU(antialias);
});
