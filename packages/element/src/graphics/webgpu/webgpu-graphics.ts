import { createMmdLight, loadModel } from '@odori/model/webgpu';
import type { LoadModelOptions, MmdModel, ModelSource } from '@odori/model';
import { type Motion, MotionLight } from '@odori/runtime';
import type { Camera, DirectionalLight, Scene } from 'three';
import { DirectRenderPipeline, type NodeMaterial, WebGPURenderer } from 'three/webgpu';
import type { VrmModel } from '../../vrm/vrm-model.js';
import { EffectsSwitch } from '../effects.js';
import { FrameLoop } from '../../frame-loop.js';
import {
  type CreateGraphics,
  encodeCanvas,
  type Graphics,
  type GraphicsHost,
  type GroundValues,
  type ProjectLoader,
  type PropLoaders,
} from '../graphics.js';
import { setUpRenderer } from '../renderers.js';
import { createGroundMaterial } from './ground-material.js';

/**
 * Starts a renderer.
 *
 * @throws Error (as rejection) if the browser gives no device of WebGPU.
 */
export async function startWebGPU(antialias: boolean): Promise<CreateGraphics> {
  const renderer = new WebGPURenderer({ alpha: true, antialias });
  await renderer.init();
  if ('isWebGPUBackend' in renderer.backend) return (host) => new WebGPUGraphics(renderer, host);
  await renderer.dispose();
  throw new Error('the browser refused to start WebGPU');
}

/** Draws with `WebGPURenderer`, on WebGPU. */
class WebGPUGraphics implements Graphics {
  readonly name = 'webgpu';
  readonly renderer: WebGPURenderer;
  readonly effects: EffectsSwitch = new EffectsSwitch(async (names) => {
    const { WebGPUEffects } = await import('./webgpu-effects.js');
    return new WebGPUEffects(this.renderer, this.#pipeline, names);
  });
  readonly #pipeline: DirectRenderPipeline;
  readonly #host: GraphicsHost;
  readonly #disposed = new AbortController();
  #isLost = false;

  constructor(renderer: WebGPURenderer, host: GraphicsHost) {
    this.renderer = renderer;
    setUpRenderer(renderer);
    this.#host = host;
    this.#pipeline = new DirectRenderPipeline(renderer);
    renderer.onDeviceLost = ({ message }) => {
      this.#isLost = true;
      if (!this.#disposed.signal.aborted) host.graphicsEnded(`the browser has reset WebGPU (${message})`);
    };
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * {@link startWebGPU} has taken the graphics card. three brings shadow maps up to date once in a frame of
   * the page: a second picture of the same frame would have those of the first one.
   */
  async open(): Promise<void> {
    await FrameLoop.nextFrame(this.#disposed.signal);
  }

  draw(scene: Scene, camera: Camera): void {
    if (this.effects.current) this.effects.current.draw(scene, camera);
    else this.#pipeline.render(scene, camera);
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

  /**
   * Ends these graphics: the materials of three-vrm for this renderer do not work with the versions of three
   * that it needs.
   */
  loadVrm(): Promise<VrmModel> {
    this.#host.graphicsEnded('three-vrm has no materials for WebGPURenderer of this version of three');
    return Promise.reject(new DOMException('another renderer loads the avatar', 'AbortError'));
  }

  async loadProps(): Promise<PropLoaders> {
    const { loadAccessoryProp, loadGltfProp } = await import('./webgpu-props.js');
    return { loadAccessoryProp, loadGltfProp };
  }

  async loadProjects(): Promise<ProjectLoader> {
    const { loadProject } = await import('./webgpu-project.js');
    return { loadProject };
  }

  async capture(draw: () => void): Promise<Blob> {
    await this.open();
    draw();
    return encodeCanvas(this.canvas);
  }

  /** This renderer makes its pipelines with the first picture. */
  async prepare(): Promise<void> {}

  dispose(): void {
    this.#disposed.abort(new DOMException('the element was removed', 'AbortError'));
    this.effects.dispose();
    this.#pipeline.dispose();
    void this.renderer.dispose();
  }
}
