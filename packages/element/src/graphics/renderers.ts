import { BasicShadowMap, type WebGLRenderer } from 'three';

/**
 * The renderers that a page can draw with. `@odori/element/webgpu` adds `WebGPURenderer`: pages without it
 * need no types of WebGPU, which older versions of three declare in conflict with TypeScript's own.
 */
export interface PageRenderers {
  readonly webgl: WebGLRenderer;
}

/** Any of them. */
export type PageRenderer = PageRenderers[keyof PageRenderers];

/** The renderers of three.js that the element can draw with: `WebGLRenderer` and `WebGPURenderer`. */
export type RendererName = 'webgl' | 'webgpu';

/** Sets up a new renderer for a picture through which the page is seen, and for shadows as MMD has them. */
export function setUpRenderer(renderer: PageRenderer): void {
  renderer.setClearAlpha(0);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = BasicShadowMap; // models read it as MMD does
}
