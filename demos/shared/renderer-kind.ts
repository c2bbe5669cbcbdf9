import {
  LinearSRGBColorSpace,
  type PerspectiveCamera,
  type Scene,
  SRGBColorSpace,
  WebGLRenderer,
  type WebGLRendererParameters,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { say } from './language/texts.js';

type WebGPURendererParameters = ConstructorParameters<typeof WebGPURenderer>[0];

/** What three.js can draw with. */
export const RENDERER_KINDS = ['webgl', 'webgpu-webgl2', 'webgpu'] as const;
export type RendererKind = (typeof RENDERER_KINDS)[number];

const NAMES: Readonly<Record<RendererKind, string>> = {
  webgl: 'WebGLRenderer',
  'webgpu-webgl2': 'WebGPURenderer, on WebGL 2',
  webgpu: 'WebGPURenderer, on WebGPU',
};

/** `WebGPURenderer, on WebGL 2`. */
export function rendererName(kind: RendererKind): string {
  return say(NAMES[kind]);
}

/** A renderer, and the functions that make models for it. */
export interface OpenRenderer {
  readonly renderer: WebGLRenderer | WebGPURenderer;
  /** What it draws by. */
  readonly backend: 'WebGL 2' | 'WebGPU';
  readonly models: Pick<typeof import('@odori/model'), 'createMmdLight' | 'loadModel'>;
  draw(scene: Scene, camera: PerspectiveCamera): void;
  /** The draw calls of the last picture. */
  calls(): number;
}

export async function hasWebGPU(): Promise<boolean> {
  const adapter = await navigator.gpu?.requestAdapter();
  return adapter !== null && adapter !== undefined;
}

/**
 * Loads the code of a renderer and starts it. `antialias`: it smooths edges. Without `canvas`, it draws into
 * one of its own.
 */
export async function openRenderer(
  kind: RendererKind,
  antialias: boolean,
  canvas?: HTMLCanvasElement,
): Promise<OpenRenderer> {
  const options = { antialias, alpha: true, ...(canvas && { canvas }) };
  return kind === 'webgl'
    ? openWebGL(options)
    : openWebGPU({ ...options, forceWebGL: kind === 'webgpu-webgl2' });
}

async function openWebGL(options: WebGLRendererParameters): Promise<OpenRenderer> {
  const models = await import('@odori/model');
  const renderer = new WebGLRenderer(options);
  return {
    renderer,
    backend: 'WebGL 2',
    models,
    draw: (scene, camera) => renderer.render(scene, camera),
    calls: () => renderer.info.render.calls,
  };
}

async function openWebGPU(options: WebGPURendererParameters): Promise<OpenRenderer> {
  const [{ DirectRenderPipeline, WebGPURenderer }, models] = await Promise.all([
    import('three/webgpu'),
    import('@odori/model/webgpu'),
  ]);
  const renderer = new WebGPURenderer(options);
  // On WebGL 2, DirectRenderPipeline has smooth edges only if the renderer starts with this.
  renderer.outputColorSpace = LinearSRGBColorSpace;
  await renderer.init();
  renderer.outputColorSpace = SRGBColorSpace;
  const pipeline = new DirectRenderPipeline(renderer);
  return {
    renderer,
    backend: 'isWebGPUBackend' in renderer.backend ? 'WebGPU' : 'WebGL 2',
    models,
    draw: (scene, camera) => pipeline.render(scene, camera),
    calls: () => renderer.info.render.drawCalls,
  };
}
