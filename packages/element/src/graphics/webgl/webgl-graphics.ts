import {
  createMmdLight,
  type LoadModelOptions,
  loadModel,
  type MmdModel,
  type ModelSource,
} from '@odori/model';
import { type Motion, MotionLight, nextTask } from '@odori/runtime';
import {
  type Camera,
  type DirectionalLight,
  type Object3D,
  type Scene,
  type ShaderMaterial,
  WebGLRenderer,
} from 'three';
import type { VrmModel } from '../../vrm/vrm-model.js';
import { type Graphics, type GraphicsOptions, type GroundValues, setUpRenderer } from '../graphics.js';
import { createGroundMaterial } from './ground-material.js';
import { prepareDrawing, whenIdle } from './prepare-drawing.js';
import { removedElement, WebGLContext } from './webgl-context.js';

/** What the context and the renderer must have in common. */
const ATTRIBUTES = { alpha: true, antialias: true };

/** The extensions that three.js asks for when it starts: the page waits for the graphics card at the first question for each. */
const SLOW_EXTENSIONS = [
  'EXT_color_buffer_float',
  'WEBGL_clip_cull_distance',
  'OES_texture_float_linear',
  'EXT_color_buffer_half_float',
];

/** Draws with `WebGLRenderer`. */
export class WebGLGraphics implements Graphics {
  readonly name = 'webgl';
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  readonly #options: GraphicsOptions;
  #context: WebGLContext | undefined;
  #renderer: WebGLRenderer | undefined;
  #isDisposed = false;

  constructor(options: GraphicsOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#context || this.#isDisposed) return;
    const gl = this.canvas.getContext('webgl2', ATTRIBUTES) as WebGL2RenderingContext | null;
    if (!gl) throw new Error('WebGL 2 is not available');
    this.#context = new WebGLContext(this.canvas, gl, {
      ...this.#options,
      canSpare: () => {
        const isSpare = this.#options.canSpare();
        if (isSpare) void this.renderer; // three.js cannot start in a context that is away
        return isSpare;
      },
    });
  }

  /** Made in a later task than the context: each takes tens of milliseconds on a slow machine. */
  get renderer(): WebGLRenderer {
    if (this.#renderer) return this.#renderer;
    const renderer = new WebGLRenderer({ canvas: this.canvas, ...ATTRIBUTES }); // it takes the context
    setUpRenderer(renderer);
    return (this.#renderer = renderer);
  }

  get isLost(): boolean {
    return this.#context?.isLost ?? false;
  }

  async whenStarted(): Promise<void> {
    if (!this.#context) return;
    const { gl } = this.#context;
    await nextTask(); // the context has just been created, which takes long
    await whenIdle(gl, () => this.#isDisposed || this.isLost);
    for (const name of SLOW_EXTENSIONS) {
      gl.getExtension(name);
      await nextTask();
    }
  }

  need(): void {
    this.#context?.need();
  }

  async whenReady(): Promise<void> {
    this.start();
    if (this.#isDisposed) throw removedElement();
    await this.#context!.whenOpen();
  }

  draw(scene: Scene, camera: Camera): void {
    this.renderer.render(scene, camera);
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

  async prepare(root: Object3D, scene: Scene, camera: Camera, signal: AbortSignal): Promise<void> {
    if (this.#context && !this.isLost)
      await prepareDrawing(this.renderer, root, scene, camera, () => signal.aborted || this.isLost);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#renderer?.dispose();
    this.#context?.dispose();
  }
}
