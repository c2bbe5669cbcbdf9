import {
  createMmdLight,
  type LoadModelOptions,
  loadModel,
  type MmdModel,
  type ModelSource,
} from '@odori/model';
import { type Motion, MotionLight } from '@odori/runtime';
import type { TaskQueue } from '@odori/runtime/internal/three';
import {
  type Camera,
  type DirectionalLight,
  type Object3D,
  type Scene,
  type ShaderMaterial,
  WebGLRenderer,
} from 'three';
import type { VrmModel } from '../../vrm/vrm-model.js';
import { EffectsSwitch } from '../effects.js';
import {
  encodeCanvas,
  type Graphics,
  type GraphicsHost,
  type GroundValues,
  type ProjectLoader,
  type PropLoaders,
} from '../graphics.js';
import { setUpRenderer } from '../renderers.js';
import { createGroundMaterial } from './ground-material.js';
import { prepareDrawing } from './prepare-drawing.js';
import { lostContext, removedElement, WebGLContext, type WebGLContextHost } from './webgl-context.js';

/** Draws with `WebGLRenderer`. */
export class WebGLGraphics implements Graphics, WebGLContextHost {
  readonly name = 'webgl';
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  readonly effects: EffectsSwitch = new EffectsSwitch(async (names) => {
    const { WebGLEffects } = await import('./webgl-effects.js');
    return new WebGLEffects(this.renderer, names);
  });
  readonly #host: GraphicsHost;
  readonly #tasks: TaskQueue;
  readonly #disposed = new AbortController();
  #context: WebGLContext | undefined;
  #renderer: WebGLRenderer | undefined;
  /** How many pictures are being captured. */
  #captureCount = 0;

  constructor(host: GraphicsHost, tasks: TaskQueue) {
    this.#host = host;
    this.#tasks = tasks;
  }

  get renderer(): WebGLRenderer {
    if (!this.#renderer) throw new Error('the graphics are not open yet');
    return this.#renderer;
  }

  /** What the context and the renderer must have in common. */
  get #attributes(): { alpha: true; antialias: boolean } {
    return { alpha: true, antialias: this.#host.quality.antialias };
  }

  get isLost(): boolean {
    return this.#context?.isLost ?? false;
  }

  /** Not before three.js has started: it cannot start in a context that is away. */
  get canSpare(): boolean {
    return this.#renderer !== undefined && this.#captureCount === 0 && this.#host.canSpareGraphics;
  }

  contextChanged(isLost: boolean): void {
    this.#host.graphicsChanged(isLost);
  }

  async open(): Promise<void> {
    const { signal } = this.#disposed;
    signal.throwIfAborted();
    this.#context ??= await this.#tasks.run(() => this.#context ?? this.#takeContext(), signal);
    await this.#context.whenOpen();
    if (!this.#renderer) await this.#tasks.run(() => this.#startRenderer(), signal);
    signal.throwIfAborted();
  }

  #takeContext(): WebGLContext {
    const gl = this.canvas.getContext('webgl2', this.#attributes) as WebGL2RenderingContext | null;
    if (!gl) throw new Error('WebGL 2 is not available');
    return (this.#context = new WebGLContext(this.canvas, gl, this));
  }

  #startRenderer(): void {
    if (this.isLost) throw lostContext(); // three.js cannot start without it
    if (this.#renderer) return;
    this.#renderer = new WebGLRenderer({ canvas: this.canvas, ...this.#attributes }); // it takes the context
    setUpRenderer(this.#renderer);
  }

  draw(scene: Scene, camera: Camera): void {
    const { current } = this.effects;
    // a headset has a picture for each eye, in a target of its own
    if (current && !this.renderer.xr.isPresenting) current.draw(scene, camera);
    else this.renderer.render(scene, camera);
  }

  createGroundMaterial(values: GroundValues): ShaderMaterial {
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

  async loadVrm(read: () => Promise<Uint8Array>, name: string, signal: AbortSignal): Promise<VrmModel> {
    const bytes = await read();
    const { loadVrmModel } = await import('../../vrm/vrm-model.js');
    return loadVrmModel(bytes, name, signal);
  }

  async loadProps(): Promise<PropLoaders> {
    const { loadAccessoryProp, loadGltfProp } = await import('./webgl-props.js');
    return { loadAccessoryProp, loadGltfProp };
  }

  async loadProjects(): Promise<ProjectLoader> {
    const { loadProject } = await import('./webgl-project.js');
    return { loadProject };
  }

  async capture(draw: () => void): Promise<Blob> {
    this.#captureCount++;
    try {
      await this.open();
      draw();
      return await encodeCanvas(this.canvas);
    } finally {
      this.#captureCount--;
    }
  }

  async prepare(root: Object3D, scene: Scene, camera: Camera, signal: AbortSignal): Promise<void> {
    if (this.#renderer && !this.isLost)
      await prepareDrawing(this.#renderer, root, scene, camera, this.#tasks, signal);
  }

  dispose(): void {
    this.#disposed.abort(removedElement());
    this.effects.dispose();
    this.#renderer?.dispose();
    this.#context?.dispose();
  }
}
