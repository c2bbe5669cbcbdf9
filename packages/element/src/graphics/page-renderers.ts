import type { WebGLRenderer } from 'three';

/**
 * The renderers that a page can draw with. `@odori/element/webgpu` adds `WebGPURenderer`: pages without it need no types of WebGPU,
 * which older versions of three declare in conflict with TypeScript's own.
 */
export interface PageRenderers {
  readonly webgl: WebGLRenderer;
}

/** Any of them. */
export type PageRenderer = PageRenderers[keyof PageRenderers];
