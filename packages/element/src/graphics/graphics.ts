import type { LoadModelOptions, MmdModel, ModelSource } from '@odori/model';
import type { Motion, MotionLight } from '@odori/runtime';
import {
  BasicShadowMap,
  type Camera,
  type DirectionalLight,
  type Material,
  type Object3D,
  type Scene,
  type Vector3,
  type Vector4,
} from 'three';
import type { VrmModel } from '../vrm/vrm-model.js';
import type { PageRenderer } from './page-renderers.js';

/** The renderers of three.js that the element can draw with: `WebGLRenderer` and `WebGPURenderer`. */
export type RendererName = 'webgl' | 'webgpu';

/** What graphics tell the viewport, and ask it. */
export interface GraphicsOptions {
  /** Can the graphics card be given back now, because the picture is out of sight and not in use? */
  canSpare(): boolean;
  /** The browser has taken the graphics card away (`isLost`), or has given it back. three.js rebuilds everything then. */
  onChange(isLost: boolean): void;
  /** These graphics cannot go on: others must take their place. */
  onEnd(reason: string): void;
}

/** Creates graphics for a viewport; the code for them is loaded. */
export type OpenGraphics = (options: GraphicsOptions) => Graphics;

/** What the shader of the ground reads. It changes without notice. */
export interface GroundValues {
  /** Units from the middle to where the ground ends. */
  readonly radius: number;
  /** The lines of a grid are that far apart; undefined for a floor without lines. */
  readonly cell: number | undefined;
  /** The color of the floor, gamma encoded, with alpha. */
  readonly floor: { readonly value: Vector4 };
  /** How dark shadows are, from 0 to 1. */
  readonly shadow: { readonly value: number };
  /** Of each foot: x and z in the scene, and the strength of its shadow from 0 to 1. */
  readonly feet: { readonly value: readonly Vector3[] };
}

/** What draws the picture, and what makes things that it can draw: all that depends on the renderer. */
export interface Graphics {
  readonly name: RendererName;
  readonly canvas: HTMLCanvasElement;
  /** Made when it is first read, which takes long. Do not read it while {@link isLost}. */
  readonly renderer: PageRenderer;
  /** Has the browser taken the graphics card away? Then nothing can be drawn. */
  readonly isLost: boolean;
  /**
   * Takes the graphics card, which takes tens of milliseconds on a slow machine: call it in a task of its own. Before it, nothing is drawn
   * or prepared; {@link whenReady} calls it if need be.
   *
   * @throws Error if that is impossible.
   */
  start(): void;
  /** Resolves when the graphics card is open, and has answered what the {@link renderer} asks it first: the page would wait for that. */
  whenStarted(): Promise<void>;
  /** The picture is needed from now on. */
  need(): void;
  /**
   * {@link need}, and resolves when all of the next picture can be drawn.
   *
   * @throws DOMException (as rejection) `InvalidStateError` if the browser has taken the graphics card away; `AbortError` if it is
   * disposed before.
   */
  whenReady(): Promise<void>;
  /** Draws into the canvas of the renderer. Allocates nothing. */
  draw(scene: Scene, camera: Camera): void;
  createGroundMaterial(values: GroundValues): Material;
  /** The light of MMD. `WebGPURenderer` knows only lights of its own copy of three.js, which a page without a bundler has twice. */
  createLight(): DirectionalLight;
  /** Lets a motion move that light. */
  createMotionLight(motion: Motion, light: DirectionalLight): MotionLight;
  loadModel(source: ModelSource, options: LoadModelOptions): Promise<MmdModel>;
  /** Loads an avatar from the bytes of its file. Rejects as `loadVrmModel` does. Graphics that have no avatars end, see `onEnd`. */
  loadVrm(read: () => Promise<Uint8Array>, name: string, signal: AbortSignal): Promise<VrmModel>;
  /**
   * Compiles the shaders of an object that is to come into a scene, and uploads its textures little by little, so that pictures do not
   * stop for it. `signal` ends that: the object is disposed of. Never rejects.
   */
  prepare(root: Object3D, scene: Scene, camera: Camera, signal: AbortSignal): Promise<void>;
  /** Frees everything, and gives the graphics card back. */
  dispose(): void;
}

/** Sets up a new renderer for a picture through which the page is seen, and for shadows as MMD has them. */
export function setUpRenderer(renderer: PageRenderer): void {
  renderer.setClearAlpha(0);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = BasicShadowMap; // models read it as MMD does
}
