import { createMmdLight, loadModel } from '@odori/model/webgpu';
import type { LoadModelOptions, MmdModel, ModelSource } from '@odori/model';
import { type Motion, MotionLight } from '@odori/runtime';
import type { Camera, DirectionalLight, Scene } from 'three';
import { DirectRenderPipeline, type NodeMaterial, WebGPURenderer } from 'three/webgpu';
import type { VrmModel } from '../../vrm/vrm-model.js';
import {
  type Graphics,
  type GraphicsOptions,
  type GroundValues,
  type OpenGraphics,
  setUpRenderer,
} from '../graphics.js';
import { createGroundMaterial } from './ground-material.js';

/**
 * Starts a renderer.
 *
 * @throws Error (as rejection) if the browser gives no device of WebGPU.
 */
export async function startWebGPU(): Promise<OpenGraphics> {
  const renderer = new WebGPURenderer({ alpha: true, antialias: true });
  await renderer.init();
  if ('isWebGPUBackend' in renderer.backend) return (options) => new WebGPUGraphics(renderer, options);
  await renderer.dispose();
  throw new Error('the browser refused to start WebGPU');
}

/** Draws with `WebGPURenderer`, on WebGPU. */
class WebGPUGraphics implements Graphics {
  readonly name = 'webgpu';
  readonly renderer: WebGPURenderer;
  readonly #pipeline: DirectRenderPipeline;
  readonly #options: GraphicsOptions;
  readonly #disposed = new AbortController();
  #isLost = false;

  constructor(renderer: WebGPURenderer, options: GraphicsOptions) {
    this.renderer = renderer;
    setUpRenderer(renderer);
    this.#options = options;
    this.#pipeline = new DirectRenderPipeline(renderer);
    renderer.onDeviceLost = ({ message }) => {
      this.#isLost = true;
      if (!this.#disposed.signal.aborted) options.onEnd(`the browser has reset WebGPU (${message})`);
    };
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** {@link startWebGPU} has taken the graphics card. */
  start(): void {}

  /** WebGPU has no questions that the page has to wait for. */
  async whenStarted(): Promise<void> {}

  need(): void {}

  /** three brings shadow maps up to date once in a frame of the page: a second picture of the same frame would have the first one's. */
  async whenReady(): Promise<void> {
    const { signal } = this.#disposed;
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      signal.addEventListener('abort', resolve, { once: true });
    });
    signal.throwIfAborted();
  }

  draw(scene: Scene, camera: Camera): void {
    this.#pipeline.render(scene, camera);
  }

  createGroundMaterial(values: GroundValues): NodeMaterial {
    return createGroundMaterial(values);
  }

  createLight(): DirectionalLight {
    return createMmdLight();
  }

  createMotionLight(motion: Motion, light: DirectionalLight): MotionLight {
    return new MotionLight(motion, light);
  }

  loadModel(source: ModelSource, options: LoadModelOptions): Promise<MmdModel> {
    return loadModel(source, options);
  }

  /** Ends these graphics: the materials of three-vrm for this renderer do not work with the versions of three that it needs. */
  loadVrm(): Promise<VrmModel> {
    this.#options.onEnd('three-vrm has no materials for WebGPURenderer of this version of three');
    return Promise.reject(new DOMException('another renderer loads the avatar', 'AbortError'));
  }

  /** This renderer makes its pipelines with the first picture. */
  async prepare(): Promise<void> {}

  dispose(): void {
    this.#disposed.abort(new DOMException('the element was removed', 'AbortError'));
    this.#pipeline.dispose();
    void this.renderer.dispose();
  }
}
