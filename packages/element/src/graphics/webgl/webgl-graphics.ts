import {
  createMmdLight,
  type LoadModelOptions,
  loadModel,
  type MmdModel,
  type ModelSource,
} from '@odori/model';
import { type Motion, MotionLight } from '@odori/runtime';
import {
  type Camera,
  type DirectionalLight,
  type Object3D,
  type Scene,
  type ShaderMaterial,
  WebGLRenderer,
} from 'three';
import type { VrmModel } from '../../vrm/vrm-model.js';
import type { Graphics, GraphicsOptions, GroundValues } from '../graphics.js';
import { createGroundMaterial } from './ground-material.js';
import { prepareDrawing } from './prepare-drawing.js';
import { WebGLContext } from './webgl-context.js';

/** Draws with `WebGLRenderer`. */
export class WebGLGraphics implements Graphics {
  readonly name = 'webgl';
  readonly renderer: WebGLRenderer = new WebGLRenderer({ alpha: true, antialias: true });
  readonly #context: WebGLContext;

  /** @throws Error if WebGL 2 is not available. */
  constructor(options: GraphicsOptions) {
    this.#context = new WebGLContext(this.renderer.domElement, this.renderer.getContext(), options);
  }

  get isLost(): boolean {
    return this.#context.isLost;
  }

  need(): void {
    this.#context.need();
  }

  whenReady(): Promise<void> {
    return this.#context.whenOpen();
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

  prepare(root: Object3D, scene: Scene, camera: Camera, signal: AbortSignal): Promise<void> {
    return prepareDrawing(this.renderer, root, scene, camera, () => signal.aborted || this.isLost);
  }

  dispose(): void {
    this.renderer.dispose();
    this.#context.dispose();
  }
}
